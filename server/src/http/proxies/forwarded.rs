//! The `Forwarded` header (RFC 7239).

/// The entry of one proxy.
#[derive(Clone, Copy, Default)]
pub struct Element<'a> {
    /// `for`: the address it received the request from.
    pub node: Option<&'a [u8]>,
    /// `proto`: the scheme it received the request by.
    pub scheme: Option<&'a [u8]>,
}

/// Returns the elements of one header, the nearest proxy's last. An element is `None` if it repeats a parameter.
///
/// If the value breaks the grammar anywhere, none of it counts: an open quotation mark from a caller would swallow what
/// the proxy appends.
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

/// Returns a token, or the content of a quoted string, and the rest of the text. A backslash is an error, because no
/// value needed here contains one.
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
