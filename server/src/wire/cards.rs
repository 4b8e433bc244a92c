//! Cards, forms and menus inside `msgContent`, as JSON text (Protocol, 'Kinds of content', msgType 3, 7 to 11 and 99).

use crate::wire::codes::message_type;
use crate::wire::forms::{WireField, WireForm};
use crate::wire::scalars::text;
use actors_core::message::Content;
use actors_core::message::card::{GoodsCard, LinkCard, OrderCard, ProductCard};
use actors_core::message::reply::{Menu, MenuBlock, MenuList};
use actors_core::safe::Link;
use actors_core::safe::Picture;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[serde_with::apply(String => #[serde(deserialize_with = "text")])]
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct WireProduct {
    picture: String,
    title: String,
    desc: String,
    price: String,
    url: String,
}

#[serde_with::apply(String => #[serde(deserialize_with = "text")])]
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct WireGoods {
    img_url: String,
    title: String,
    describe: String,
    label: String,
    from_url: String,
}

#[serde_with::apply(String => #[serde(deserialize_with = "text")])]
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct WireOrder {
    img_url: String,
    title: String,
    describe: String,
    order_status: String,
    order_code: String,
    order_time: String,
    from_url: String,
}

#[serde_with::apply(String => #[serde(deserialize_with = "text")])]
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct WireLink {
    img_url: String,
    title: String,
    sub_title: String,
    describe: String,
    link_type: String,
    link_url: String,
}

/// Reads the card or form in a message of this type.
///
/// # Errors
/// A sentence that describes the problem. It names the field and never repeats the sent text.
pub fn read(msg_type: u8, content: &str) -> Result<Content, String> {
    match msg_type {
        message_type::CARD => product(parse(content)?).map(|card| Content::Card(Box::new(card))),
        message_type::GOODS => {
            let written: WireGoods = parse(content)?;
            Ok(Content::Goods(Box::new(GoodsCard {
                picture: picture("imgUrl", &written.img_url)?,
                title: written.title.into(),
                description: written.describe.into(),
                label: written.label.into(),
                link: link("fromUrl", &written.from_url)?,
            })))
        }
        message_type::ORDER => {
            let written: WireOrder = parse(content)?;
            Ok(Content::Order(Box::new(OrderCard {
                picture: picture("imgUrl", &written.img_url)?,
                title: written.title.into(),
                description: written.describe.into(),
                status: written.order_status.into(),
                code: written.order_code.into(),
                time: written.order_time.into(),
                link: link("fromUrl", &written.from_url)?,
            })))
        }
        message_type::LINK => {
            let written: WireLink = parse(content)?;
            Ok(Content::Link(Box::new(LinkCard {
                picture: picture("imgUrl", &written.img_url)?,
                title: written.title.into(),
                subtitle: written.sub_title.into(),
                description: written.describe.into(),
                kind: written.link_type.into(),
                link: link("linkUrl", &written.link_url)?,
            })))
        }
        message_type::FORM => {
            let written = parse::<WireForm>(content).or_else(|wrong| {
                let fields: Vec<WireField> = parse(content).map_err(|_: String| wrong)?;
                Ok::<_, String>(WireForm {
                    from_fields: fields,
                    ..WireForm::default()
                })
            })?;
            let form = written.read().map_err(not_valid)?;
            Ok(Content::Form(Box::new(form)))
        }
        message_type::INTERFACE_FORM => {
            let form = parse::<WireForm>(content)?.read().map_err(not_valid)?;
            Ok(Content::InterfaceForm(Box::new(form)))
        }
        _ => Err("msgType is not valid".to_owned()),
    }
}

fn parse<T: for<'de> Deserialize<'de>>(content: &str) -> Result<T, String> {
    serde_json::from_str(content).map_err(|_| "msgContent is not valid".to_owned())
}

fn not_valid(field: &'static str) -> String {
    format!("{field} is not valid")
}

fn product(written: WireProduct) -> Result<ProductCard, String> {
    Ok(ProductCard {
        picture: picture("picture", &written.picture)?,
        title: written.title.into(),
        description: written.desc.into(),
        price: written.price.into(),
        link: link("url", &written.url)?,
    })
}

fn picture(field: &str, text: &str) -> Result<Option<Picture>, String> {
    address(field, text)
}

fn link(field: &str, text: &str) -> Result<Option<Link>, String> {
    address(field, text)
}

fn address<T: std::str::FromStr<Err: std::fmt::Display>>(
    field: &str,
    text: &str,
) -> Result<Option<T>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let read = text.parse().map(Some);
    read.map_err(|error| format!("{field} is not valid: {error}"))
}

/// The `msgContent` of a card, a form or a menu; `None` for any other content.
pub fn write(content: &Content) -> Option<String> {
    let value = match content {
        Content::Card(card) => product_card(card),
        Content::Goods(card) => serde_json::to_value(WireGoods {
            img_url: shown(card.picture.as_ref()),
            title: card.title.to_string(),
            describe: card.description.to_string(),
            label: card.label.to_string(),
            from_url: shown(card.link.as_ref()),
        })
        .ok()?,
        Content::Order(card) => serde_json::to_value(WireOrder {
            img_url: shown(card.picture.as_ref()),
            title: card.title.to_string(),
            describe: card.description.to_string(),
            order_status: card.status.to_string(),
            order_code: card.code.to_string(),
            order_time: card.time.to_string(),
            from_url: shown(card.link.as_ref()),
        })
        .ok()?,
        Content::Link(card) => serde_json::to_value(WireLink {
            img_url: shown(card.picture.as_ref()),
            title: card.title.to_string(),
            sub_title: card.subtitle.to_string(),
            describe: card.description.to_string(),
            link_type: card.kind.to_string(),
            link_url: shown(card.link.as_ref()),
        })
        .ok()?,
        Content::Form(form) | Content::InterfaceForm(form) => {
            serde_json::to_value(WireForm::new(form)).ok()?
        }
        Content::Menu(menu) => write_menu(menu),
        _ => return None,
    };
    Some(value.to_string())
}

/// A product, as cards write it.
pub fn product_card(card: &ProductCard) -> Value {
    json!({
        "picture": shown(card.picture.as_ref()),
        "title": card.title,
        "desc": card.description,
        "price": card.price,
        "url": shown(card.link.as_ref()),
    })
}

/// An address as text; empty if there is none.
pub fn shown(address: Option<&impl ToString>) -> String {
    address.map(ToString::to_string).unwrap_or_default()
}

fn write_menu(menu: &Menu) -> Value {
    let blocks: Vec<Value> = menu.blocks.iter().map(write_block).collect();
    json!({ "title": menu.title, "faqList": blocks })
}

/// A block, written like an FAQ entry (Protocol, 'Configuration').
fn write_block(block: &MenuBlock) -> Value {
    let questions = |list: &MenuList| -> Vec<Value> {
        let questions = list.questions.iter();
        questions
            .map(|(name, doc)| json!({ "questionName": name, "docId": doc.as_str() }))
            .collect()
    };
    let tabs: Vec<Value> = block
        .lists
        .iter()
        .filter_map(|list| {
            let name = list.name.as_ref()?;
            Some(json!({ "groupName": name, "questionList": questions(list) }))
        })
        .collect();
    let is_flat = tabs.is_empty();
    let flat: Vec<Value> = block.lists.iter().flat_map(questions).collect();
    json!({
        "id": block.id,
        "name": block.name,
        "type": if is_flat { 1 } else { 2 },
        "questionList": if is_flat { flat } else { Vec::new() },
        "faqGrouplist": tabs,
        "labelLink": shown(block.link.as_ref()),
        "imgUrl": shown(block.picture.as_ref()),
    })
}
