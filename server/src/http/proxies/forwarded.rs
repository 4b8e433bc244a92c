//! The header `Forwarded` (RFC 7239).

/// What one proxy tells.
#[derive(Clone, Copy, Default)]
pub struct Element<'a> {
    /// `for`: whom it received the request from.
    pub node: Option<&'a [u8]>,
    /// `proto`: by which scheme.
    pub scheme: Option<&'a [u8]>,
}

/// The elements of one header, the nearest proxy's last; `None` stands for one that says a thing twice.
///
/// A value that breaks the grammar anywhere is not read at all: an open quotation mark that a caller sends would swallow
/// what the proxy appends.
pub fn elements(value: &[u8]) -> Option<Vec<Option<Element<'_>>>> {
    let mut elements = vec![Some(Element::default())];
    let mut rest = value.trim_ascii();
    loop {
        let equals = rest.iter().position(|byte| *byte == b'=')?;
        let name = rest[..equals].trim_ascii();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
        if name.is_empty() || !name.iter().all(is_name) {
            return None;
        }
        let (said, behind) = one_value(&rest[equals + 1..])?;
        if let Some(last) = elements.last_mut() {
            *last = last.and_then(|element| element.with(name, said));
        }
        rest = behind.trim_ascii_start();
        match rest.split_first() {
            None => return Some(elements),
            Some((b';', behind)) => rest = behind,
            Some((b',', behind)) => {
                elements.push(Some(Element::default()));
                rest = behind;
            }
            Some(_) => return None,
        }
    }
}

/// A token or a quoted string, without its quotation marks, and what stands behind it. Nothing that matters here needs
/// a backslash.
fn one_value(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if let Some(quoted) = text.strip_prefix(b"\"") {
        let end = quoted.iter().position(|byte| *byte == b'"')?;
        let (said, behind) = (&quoted[..end], &quoted[end + 1..]);
        return (!said.contains(&b'\\')).then_some((said, behind));
    }
    let ends = |byte: &u8| matches!(byte, b';' | b',' | b' ' | b'\t');
    let end = text.iter().position(ends).unwrap_or(text.len());
    let (said, behind) = text.split_at(end);
    (!said.contains(&b'"')).then_some((said, behind))
}

impl<'a> Element<'a> {
    fn with(mut self, name: &[u8], said: &'a [u8]) -> Option<Self> {
        let place = if name.eq_ignore_ascii_case(b"for") {
            &mut self.node
        } else if name.eq_ignore_ascii_case(b"proto") {
            &mut self.scheme
        } else {
            return Some(self);
        };
        place.replace(said).is_none().then_some(self)
    }
}
