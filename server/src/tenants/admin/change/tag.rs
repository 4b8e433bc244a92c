//! Names tags.

use super::Change;
use crate::error::ApiError;
use crate::secrets;
use crate::team::tags;
use serde_json::{Map, Value};

impl Change {
    /// Refuses a name that another tag has. A new tag may omit its id, which is then like its name.
    pub(super) fn name_tag(&self, body: &mut Map<String, Value>) -> Result<(), ApiError> {
        let text = |field: &str| body.get(field).and_then(Value::as_str).unwrap_or_default();
        let (id, name) = (text("id"), text("name").trim().to_lowercase());
        let all = tags::all(self.state.office.store().as_ref(), self.tenant())?;
        let mut others = all.iter().filter(|tag| tag.id != id);
        if others.any(|tag| tag.name.trim().to_lowercase() == name) {
            return Err(ApiError::wrong("name", "is taken; choose another"));
        }
        if id.is_empty() {
            let free = tags::id_of(&name).filter(|id| !all.iter().any(|tag| tag.id == *id));
            let id = free.unwrap_or_else(secrets::random_name);
            body.insert("id".to_owned(), id.into());
        }
        Ok(())
    }
}
