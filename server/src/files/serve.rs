//! Serves stored files. Only pictures, films and sounds are shown inline, and nothing is served as a page of this
//! site. Ranges are supported, so that a film can start in the middle.

use crate::assets;
use crate::error::{Answer, ApiError};
use crate::files::described;
use crate::files::kind::{Family, Kind};
use crate::files::name::kind_of_stored;
use crate::files::shelf::{Fetched, Stretch};
use crate::state::State;
use actix_web::body::SizedStream;
use actix_web::http::header::{
    self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
    HeaderValue,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

/// Serves a file.
///
/// # Errors
/// 404 if no file has this name; 503 if the shelf does not respond.
pub async fn serve(state: &State, request: &HttpRequest, stored: &str) -> Answer {
    let kind = kind_of_stored(stored).ok_or(ApiError::NotFound)?;
    // A name is used only once, and its file never changes.
    let tag = format!("\"{stored}\"");
    let says = |name: header::HeaderName| {
        let value = request.headers().get(name);
        value.and_then(|value| value.to_str().ok())
    };
    let stretch = match (says(header::RANGE), says(header::IF_RANGE)) {
        (Some(range), condition) if condition.is_none_or(|condition| condition == tag) => {
            stretch(range)
        }
        _ => Stretch::Whole,
    };
    let shelf = &state.uploads.shelf;
    let fetched = shelf.fetch(stored, &stretch).await;
    let fetched = fetched
        .map_err(ApiError::unavailable)?
        .ok_or(ApiError::NotFound)?;
    if stretch != Stretch::Whole && fetched.range.is_empty() {
        return Ok(HttpResponse::RangeNotSatisfiable()
            .insert_header((header::CONTENT_RANGE, format!("bytes */{}", fetched.size)))
            .finish());
    }
    if assets::is_known(request, &tag) {
        return Ok(headers(HttpResponse::NotModified(), kind, &tag).finish());
    }
    let response = if stretch == Stretch::Whole {
        HttpResponse::Ok()
    } else {
        let last = fetched.range.end - 1;
        let range = format!("bytes {}-{last}/{}", fetched.range.start, fetched.size);
        let mut response = HttpResponse::PartialContent();
        response.insert_header((header::CONTENT_RANGE, range));
        response
    };
    let mut response = headers(response, kind, &tag);
    response.insert_header(disposition(state, kind, stored).await?);
    let Fetched { range, pieces, .. } = fetched;
    Ok(response.body(SizedStream::new(range.end - range.start, pieces)))
}

fn headers(mut response: HttpResponseBuilder, kind: &Kind, tag: &str) -> HttpResponseBuilder {
    let fixed = [
        (
            header::CONTENT_SECURITY_POLICY,
            "sandbox; default-src 'none'",
        ),
        (header::CROSS_ORIGIN_RESOURCE_POLICY, "same-site"),
        (
            header::CACHE_CONTROL,
            "private, max-age=31536000, immutable",
        ),
        (header::ACCEPT_RANGES, "bytes"),
    ];
    for (name, value) in fixed {
        response.insert_header((name, HeaderValue::from_static(value)));
    }
    response
        .content_type(kind.mime)
        .insert_header((header::ETAG, tag));
    response
}

async fn disposition(
    state: &State,
    kind: &Kind,
    stored: &str,
) -> Result<ContentDisposition, ApiError> {
    match kind.family {
        Family::Image | Family::Video | Family::Audio => Ok(ContentDisposition {
            disposition: DispositionType::Inline,
            parameters: Vec::new(),
        }),
        Family::File => {
            let name = described::display_name(state, stored).await?;
            Ok(attachment(name.as_deref().unwrap_or(stored)))
        }
    }
}

/// RFC 6266: an ASCII name for old browsers, and the full name beside it.
fn attachment(name: &str) -> ContentDisposition {
    let plain: String = name
        .chars()
        .map(|c| match c {
            ' '..='~' if !matches!(c, '"' | '\\' | '%') => c,
            _ => '_',
        })
        .collect();
    let mut parameters = vec![DispositionParam::Filename(plain.clone())];
    if plain != name {
        parameters.push(DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: name.as_bytes().to_vec(),
        }));
    }
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters,
    }
}

/// The range that a Range header requests. The whole file if the header is invalid or requests several ranges.
fn stretch(range: &str) -> Stretch {
    let asked = range.strip_prefix("bytes=").map(str::trim);
    let Some((first, last)) = asked
        .filter(|asked| !asked.contains(','))
        .and_then(|asked| asked.split_once('-'))
    else {
        return Stretch::Whole;
    };
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<u64>().unwrap_or(u64::MAX))
    };
    match (number(first), number(last)) {
        (Some(first), None) if last.is_empty() => Stretch::From(first, None),
        (Some(first), Some(last)) if first <= last => Stretch::From(first, Some(last)),
        (None, Some(bytes)) if first.is_empty() => Stretch::Last(bytes),
        _ => Stretch::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_parsed_or_ignored() {
        assert_eq!(stretch("bytes=0-3"), Stretch::From(0, Some(3)));
        assert_eq!(stretch("bytes=7-"), Stretch::From(7, None));
        assert_eq!(stretch("bytes=-5"), Stretch::Last(5));
        assert_eq!(
            stretch("bytes=0-99999999999999999999"),
            Stretch::From(0, Some(u64::MAX))
        );
        for other in [
            "",
            "bytes=",
            "bytes=-",
            "bytes=5-3",
            "bytes=0-1,4-5",
            "lines=0-1",
            "bytes=a-b",
            "bytes=+1-2",
        ] {
            assert_eq!(stretch(other), Stretch::Whole, "{other}");
        }
    }

    #[test]
    fn a_file_name_cannot_break_out_of_its_header() {
        let written = |name: &str| attachment(name).to_string();

        assert_eq!(written("offer.pdf"), "attachment; filename=\"offer.pdf\"");
        assert_eq!(
            written("报价 1.pdf"),
            "attachment; filename=\"__ 1.pdf\"; filename*=UTF-8''%E6%8A%A5%E4%BB%B7%201.pdf"
        );
        let hostile = written("a\"; filename=\"b.exe");
        assert!(!hostile.contains("\"b.exe"), "{hostile}");
        assert!(
            written("a\r\nb")
                .bytes()
                .all(|byte| !byte.is_ascii_control())
        );
    }
}
