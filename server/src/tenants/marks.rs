//! What is true of a tenant beside its settings, each stored once: that the operator disabled it, and what the
//! administration's checklist asks (Protocol, 'Other calls', start).

use crate::blocking;
use actix_web::HttpRequest;
use actix_web::http::header;
use actors_core::ids::TenantId;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError};
use dashmap::DashSet;
use reqwest::Url;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One of these facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The operator disabled the tenant.
    Disabled,
    /// A chat was opened inside a page of another origin.
    Embedded,
    /// A chat was opened.
    Tried,
}

impl Mark {
    const ALL: [Self; 3] = [Self::Disabled, Self::Embedded, Self::Tried];

    fn name(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Embedded => "embedded",
            Self::Tried => "tried",
        }
    }

    /// The change that sets it.
    pub fn set(self, tenant: &TenantId) -> DocumentChange {
        self.change(tenant, Some(b"{}".to_vec()))
    }

    /// The change that takes it away.
    pub fn unset(self, tenant: &TenantId) -> DocumentChange {
        self.change(tenant, None)
    }

    fn change(self, tenant: &TenantId, json: Option<Vec<u8>>) -> DocumentChange {
        DocumentChange {
            kind: DocumentKind::Mark,
            key: format!("{tenant}/{}", self.name()),
            json,
        }
    }
}

/// The marks of all tenants in the store.
///
/// # Errors
/// The store's.
pub fn of_all(store: &dyn Store) -> Result<BTreeSet<(TenantId, Mark)>, StoreError> {
    let kept = store.documents(DocumentKind::Mark, "")?.into_iter();
    let marks = kept.filter_map(|(key, _)| {
        let (tenant, name) = key.rsplit_once('/')?;
        let mark = Mark::ALL.into_iter().find(|mark| mark.name() == name)?;
        Some((TenantId::from(tenant), mark))
    });
    Ok(marks.collect())
}

/// The marks that chats leave.
pub struct Marks {
    store: Arc<dyn Store>,
    left: Arc<DashSet<(TenantId, Mark)>>,
}

impl Marks {
    /// The marks in this store.
    ///
    /// # Errors
    /// The store's.
    pub fn open(store: Arc<dyn Store>) -> Result<Self, StoreError> {
        let left = of_all(store.as_ref())?.into_iter().collect();
        Ok(Self {
            store,
            left: Arc::new(left),
        })
    }

    /// Whether a tenant has it.
    pub fn has(&self, tenant: &TenantId, mark: Mark) -> bool {
        self.left.contains(&(tenant.clone(), mark))
    }

    /// Notes that a chat was opened; `refer` is the shop's page around it.
    pub fn chat_opened(&self, tenant: &TenantId, request: &HttpRequest, refer: Option<&str>) {
        self.leave(tenant, Mark::Tried);
        if !self.has(tenant, Mark::Embedded)
            && refer.is_some_and(|refer| is_elsewhere(request, refer))
        {
            self.leave(tenant, Mark::Embedded);
        }
    }

    /// Nobody waits until it is stored: the next chat would leave the same mark.
    fn leave(&self, tenant: &TenantId, mark: Mark) {
        if self.has(tenant, mark) || !self.left.insert((tenant.clone(), mark)) {
            return;
        }
        let (store, change) = (Arc::clone(&self.store), mark.set(tenant));
        let (left, one) = (Arc::clone(&self.left), (tenant.clone(), mark));
        actix_web::rt::spawn(async move {
            let stored = blocking::block(move || store.change_documents(&[change])).await;
            if stored.is_err() {
                left.remove(&one);
            }
        });
    }
}

/// Whether the shop's page is of another origin than the chat. A browser says the chat's own as the origin of its calls.
fn is_elsewhere(request: &HttpRequest, refer: &str) -> bool {
    let Ok(shop) = Url::parse(refer) else {
        return false;
    };
    if !matches!(shop.scheme(), "http" | "https") {
        return false;
    }
    let origin = request.headers().get(header::ORIGIN);
    let origin = origin.and_then(|origin| Url::parse(origin.to_str().ok()?).ok());
    match origin {
        Some(own) => own.origin() != shop.origin(),
        None => {
            let scheme = shop.scheme();
            let own = Url::parse(&format!("{scheme}://{}", request.connection_info().host()));
            own.is_ok_and(|own| own.origin() != shop.origin())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_page_of_another_origin_is_told_from_our_own() {
        let by_browser = TestRequest::default()
            .insert_header((header::ORIGIN, "https://chat.example"))
            .to_http_request();
        let by_program = TestRequest::default()
            .insert_header((header::HOST, "127.0.0.1:8080"))
            .to_http_request();

        assert!(is_elsewhere(&by_browser, "https://shop.example/plants"));
        assert!(is_elsewhere(&by_browser, "https://chat.example:8443/"));
        assert!(!is_elsewhere(&by_browser, "https://chat.example/demo/"));
        assert!(is_elsewhere(&by_program, "http://127.0.0.1:9000/"));
        assert!(!is_elsewhere(&by_program, "http://127.0.0.1:8080/demo/"));
        for nothing in ["", "shop", "file:///home/shop.html", "javascript:1"] {
            assert!(!is_elsewhere(&by_browser, nothing), "{nothing}");
        }
    }
}
