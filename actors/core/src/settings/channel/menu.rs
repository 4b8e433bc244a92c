//! Menus of a channel's pages, which visitors click instead of typing. Data only; the pages show it.

use crate::ids::DocId;
use crate::local_text::LocalText;
use crate::safe::{Color, Link, TenantImage};

/// The questions shown with the robot's greeting (Protocol, 'Configuration', faq).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FaqMenu {
    /// Whether it is shown (showType, 0 = no).
    pub shown: bool,
    /// Its entries, in order (showContent).
    pub entries: Vec<FaqEntry>,
}

/// One block of the menu.
#[derive(Debug, Clone, PartialEq)]
pub struct FaqEntry {
    /// Its id inside the channel.
    pub id: Box<str>,
    /// Its heading.
    pub name: LocalText,
    /// Its questions (type).
    pub questions: FaqQuestions,
    /// The target of its heading (labelLink).
    pub link: Option<Link>,
    /// The picture beside its heading (imgUrl).
    pub image: Option<TenantImage>,
}

/// The layout of a block's questions.
#[derive(Debug, Clone, PartialEq)]
pub enum FaqQuestions {
    /// One list (1, questionList).
    Flat(Vec<FaqQuestion>),
    /// Tabs, each with a list (2, faqGrouplist).
    Tabs(Vec<FaqTab>),
}

/// A tab of a block.
#[derive(Debug, Clone, PartialEq)]
pub struct FaqTab {
    /// Its heading.
    pub name: LocalText,
    /// Its questions.
    pub questions: Vec<FaqQuestion>,
}

/// A question and the document with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct FaqQuestion {
    /// The question as shown (questionName).
    pub name: LocalText,
    /// The document.
    pub doc: DocId,
}

impl FaqMenu {
    /// All documents that the menu names.
    pub fn docs(&self) -> impl Iterator<Item = &DocId> {
        let lists = self
            .entries
            .iter()
            .flat_map(|entry| match &entry.questions {
                FaqQuestions::Flat(questions) => vec![questions],
                FaqQuestions::Tabs(tabs) => tabs.iter().map(|tab| &tab.questions).collect(),
            });
        lists.flatten().map(|question| &question.doc)
    }
}

/// A button above the composer (Protocol, 'Configuration', chat menu item).
#[derive(Debug, Clone, PartialEq)]
pub struct QuickMenuItem {
    /// Its label (menuName).
    pub name: LocalText,
    /// What it does (menuType).
    pub action: QuickMenuAction,
    /// The background, if it differs.
    pub background: Option<Color>,
    /// The text colour, if it differs.
    pub color: Option<Color>,
}

/// The action of a button.
#[derive(Debug, Clone, PartialEq)]
pub enum QuickMenuAction {
    /// Asks the robot a question or for a document (0).
    AskRobot {
        /// The question (msgText).
        text: LocalText,
        /// The document with the answer, if known.
        doc: Option<DocId>,
    },
    /// Asks for an agent (1).
    Transfer,
    /// Closes the chat (3).
    Close,
    /// Opens the evaluation (4).
    Evaluate,
    /// Opens the page for written messages (5).
    LeaveMessage,
    /// Opens a page (6).
    Open(Link),
    /// Shows a question and its answer without a request (7).
    LocalAnswer {
        /// The question (menuNamed).
        question: LocalText,
        /// The answer (msgText).
        answer: LocalText,
    },
}

/// A tip for a visitor whose transfer waits for the first message (Protocol, 'Configuration', autoTip).
#[derive(Debug, Clone, PartialEq)]
pub struct AutoTip {
    /// The text.
    pub text: LocalText,
    /// Messages that a click sends (btnList).
    pub buttons: Vec<LocalText>,
}

/// The side bar on desktops (Protocol, 'Configuration', sideBarConfig).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SideBar {
    /// Its width in pixels; 0: the product's own.
    pub width_px: u16,
    /// Links with a picture; `None`: no such tab (quickFlag, quickList).
    pub quick_links: Option<Vec<QuickLink>>,
    /// Questions with their answers; `None`: no such tab (questionFlag, questionList).
    pub questions: Option<Vec<CommonQuestion>>,
    /// Rotating pictures; `None`: no such area (adFlag, adList).
    pub advertisements: Option<Vec<Advertisement>>,
}

/// A link in the side bar.
#[derive(Debug, Clone, PartialEq)]
pub struct QuickLink {
    /// Its label.
    pub name: LocalText,
    /// Its picture (url).
    pub image: Option<TenantImage>,
    /// The target.
    pub link: Link,
}

/// A question in the side bar.
#[derive(Debug, Clone, PartialEq)]
pub struct CommonQuestion {
    /// The question.
    pub question: LocalText,
    /// The answer, sanitised.
    pub answer: LocalText,
}

/// A picture in the side bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Advertisement {
    /// The picture (url).
    pub image: TenantImage,
    /// The target.
    pub link: Option<Link>,
}

/// The form before the chat (Protocol, 'Form before the chat', pre-chat form field).
#[derive(Debug, Clone, PartialEq)]
pub struct PreChatForm {
    /// Its heading (formTitle).
    pub title: LocalText,
    /// Its fields; the first three are name, phone and email.
    pub fields: Vec<PreChatField>,
}

/// A field of the form.
#[derive(Debug, Clone, PartialEq)]
pub struct PreChatField {
    /// Its label.
    pub name: LocalText,
    /// The key of its value in the request.
    pub key: Box<str>,
    /// Whether it must be filled in if it is shown.
    pub required: bool,
    /// Whether it is shown.
    pub shown: bool,
    /// Its kind (fieldType 1 to 8).
    pub input: PreChatInput,
}

/// The kind of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum PreChatInput {
    /// One line of text.
    Line,
    /// Several lines of text.
    Lines,
    /// A dropdown list.
    Dropdown(Vec<PreChatOption>),
    /// A visible list.
    Radio(Vec<PreChatOption>),
    /// A date.
    Date,
    /// A date and time.
    DateTime,
    /// A number.
    Number,
    /// A visible list of which any may be chosen.
    Checkboxes(Vec<PreChatOption>),
}

/// An option of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct PreChatOption {
    /// The text shown.
    pub label: LocalText,
    /// The value sent.
    pub value: Box<str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(doc: &str) -> FaqQuestion {
        FaqQuestion {
            name: doc.into(),
            doc: DocId::from(doc),
        }
    }

    fn block(questions: FaqQuestions) -> FaqEntry {
        FaqEntry {
            id: "1".into(),
            name: LocalText::default(),
            questions,
            link: None,
            image: None,
        }
    }

    #[test]
    fn a_menu_finds_the_documents_of_its_lists_and_tabs() {
        let tab = FaqTab {
            name: "Delivery".into(),
            questions: vec![question("b"), question("c")],
        };
        let menu = FaqMenu {
            shown: true,
            entries: vec![
                block(FaqQuestions::Flat(vec![question("a")])),
                block(FaqQuestions::Tabs(vec![tab])),
            ],
        };

        let docs: Vec<&str> = menu.docs().map(DocId::as_str).collect();

        assert_eq!(docs, ["a", "b", "c"]);
    }
}
