//! What a node says to the visitor: in their language, with the variables filled in.

use super::{Known, Walk};
use crate::flow::words::{plain, rich};
use crate::flow::{Item, LocalCard, LocalForm, Says, Writer};
use crate::form::Form;
use crate::local_text::LocalText;
use crate::message::card::ProductCard;
use crate::message::content::ReplyKind;
use crate::message::reply::{Button, ReplyBody};
use crate::model::Brief;
use crate::model::brief::SOURCES_MAX;
use crate::robot::Question;
use std::sync::Arc;

impl Walk<'_> {
    fn rich(&self, text: &LocalText) -> Arc<str> {
        let text = text.or_empty(self.language);
        rich(text, |name| self.variable(name)).as_ref().into()
    }

    fn plain(&self, text: &LocalText) -> Arc<str> {
        let text = text.or_empty(self.language);
        plain(text, |name| self.variable(name)).as_ref().into()
    }

    /// What a node says; none if it only decides.
    pub(super) fn body(&mut self, says: &Says) -> Option<ReplyBody> {
        Some(match says {
            Says::Text(text) => {
                let text = self.rich(text);
                if text.is_empty() {
                    return None;
                }
                ReplyBody::Text(text)
            }
            Says::Card(card) => ReplyBody::Card(Box::new(self.card(card))),
            Says::Faq(doc) => {
                let document = self.guide.robot.document(doc, self.language)?;
                ReplyBody::Faq {
                    doc: doc.clone(),
                    text: document.answer.clone(),
                }
            }
            Says::Model(question) => {
                let asked = self.plain(question);
                let asked = if asked.is_empty() {
                    self.place.words.clone()
                } else {
                    asked
                };
                ReplyBody::LargeModel(self.knows(asked))
            }
            Says::Form(form) => ReplyBody::Form(Box::new(self.form(form))),
            Says::Agent(text) => ReplyBody::Agent(self.rich(text)),
            Says::Buttons { text, items } => ReplyBody::Buttons {
                text: self.rich(text),
                items: items.iter().map(|item| self.button(item)).collect(),
            },
            Says::End(text) => ReplyBody::End(self.rich(text)),
        })
    }

    /// The knowledge base's answer for a node of a large model; empty if it does not know.
    fn knows(&mut self, question: Arc<str>) -> Arc<str> {
        let asked = Question {
            text: &question,
            doc: None,
            language: self.language,
        };
        let (reply, _) = self.guide.robot.reply(&asked, self.guide.offers);
        if let Writer::Model(channel) = &self.guide.writer {
            // The search returns a document once for each of its languages.
            let found = self.guide.robot.search(&asked, SOURCES_MAX * 4);
            let brief = Brief::of(&question, self.language, channel, &found);
            let given = self.guide.given.as_deref();
            let earlier = given.and_then(|given| given.earlier.as_ref());
            self.went.brief = brief.map(|brief| Arc::new(brief.with_earlier(earlier)));
        }
        self.went.known = (reply.kind != ReplyKind::Answer).then_some(Known {
            kind: reply.kind,
            suggestions: reply.suggestions,
        });
        reply.text
    }

    fn card(&self, card: &LocalCard) -> ProductCard {
        ProductCard {
            picture: card.picture.clone(),
            title: self.plain(&card.title),
            description: self.plain(&card.description),
            price: self.plain(&card.price),
            link: card.link.clone(),
        }
    }

    fn button(&self, item: &Item) -> Button {
        let (code, value) = item.binds.clone().unwrap_or_default();
        Button {
            id: item.id.clone(),
            item: item.item.clone(),
            name: self.plain(&item.name),
            bind_code: code,
            bind_value: value,
            link: None,
        }
    }

    fn form(&self, form: &LocalForm) -> Form {
        let mut shown = form.in_language(self.language);
        let filled = |text: &Arc<str>| plain(text, |name| self.variable(name)).as_ref().into();
        shown.title = filled(&shown.title);
        for field in &mut shown.fields {
            field.name = filled(&field.name);
        }
        shown
    }
}
