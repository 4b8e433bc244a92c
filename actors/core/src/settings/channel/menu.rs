//! Menus of a channel's pages: what a visitor may click instead of typing. Data only; the pages show it.

use crate::ids::DocId;
use crate::local_text::LocalText;
use crate::safe::Color;
use crate::safe::Link;
use crate::safe::TenantImage;

/// The questions shown at the robot's greeting (Protocol, 'Configuration', faq).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FaqMenu {
    /// Whether it is shown at all (showType, 0 = no).
    pub shown: bool,
    /// Its entries, in order (showContent).
    pub entries: Vec<FaqEntry>,
}

/// One block of the menu.
#[derive(Debug, Clone, PartialEq)]
pub struct FaqEntry {
    /// Its name inside the channel.
    pub id: Box<str>,
    /// Its heading.
    pub name: LocalText,
    /// What it offers (type).
    pub questions: FaqQuestions,
    /// Where its heading leads (labelLink).
    pub link: Option<Link>,
    /// Picture beside its heading (imgUrl).
    pub image: Option<TenantImage>,
}

/// How the questions of a block are laid out.
#[derive(Debug, Clone, PartialEq)]
pub enum FaqQuestions {
    /// One list (1, questionList).
    Flat(Vec<FaqQuestion>),
    /// Tabs with a list each (2, faqGrouplist).
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

/// A question and the document that answers it.
#[derive(Debug, Clone, PartialEq)]
pub struct FaqQuestion {
    /// The question as shown (questionName).
    pub name: LocalText,
    /// The document.
    pub doc: DocId,
}

impl FaqMenu {
    /// Every document the menu names.
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
    /// Background where it differs.
    pub background: Option<Color>,
    /// Text colour where it differs.
    pub color: Option<Color>,
}

/// What a button does.
#[derive(Debug, Clone, PartialEq)]
pub enum QuickMenuAction {
    /// Asks the robot this, or for this document (0).
    AskRobot {
        /// What is asked (msgText).
        text: LocalText,
        /// The document that answers it, where it is known.
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
    /// Shows a question and its answer, without asking anybody (7).
    LocalAnswer {
        /// The question (menuNamed).
        question: LocalText,
        /// The answer (msgText).
        answer: LocalText,
    },
}

/// What a visitor reads whose transfer waits for the first message (Protocol, 'Configuration', autoTip).
#[derive(Debug, Clone, PartialEq)]
pub struct AutoTip {
    /// The text.
    pub text: LocalText,
    /// What may be sent by a click (btnList).
    pub buttons: Vec<LocalText>,
}

/// What stands beside the chat on desktops (Protocol, 'Configuration', sideBarConfig).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SideBar {
    /// Its width in pixels; 0 for the product's own.
    pub width_px: u16,
    /// Links with a picture; none: no such tab (quickFlag, quickList).
    pub quick_links: Option<Vec<QuickLink>>,
    /// Questions with their answers; none: no such tab (questionFlag, questionList).
    pub questions: Option<Vec<CommonQuestion>>,
    /// Pictures that take turns; none: no such place (adFlag, adList).
    pub advertisements: Option<Vec<Advertisement>>,
}

/// A link in the side bar.
#[derive(Debug, Clone, PartialEq)]
pub struct QuickLink {
    /// Its label.
    pub name: LocalText,
    /// Its picture (url).
    pub image: Option<TenantImage>,
    /// Where it leads.
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
    /// Where it leads.
    pub link: Option<Link>,
}

/// What is asked before the chat (Protocol, 'Form before the chat', pre-chat form field).
#[derive(Debug, Clone, PartialEq)]
pub struct PreChatForm {
    /// Its heading (formTitle).
    pub title: LocalText,
    /// Its fields; the first three are name, phone and email.
    pub fields: Vec<PreChatField>,
}

/// A field of that form.
#[derive(Debug, Clone, PartialEq)]
pub struct PreChatField {
    /// Its label.
    pub name: LocalText,
    /// Under which key its value is sent.
    pub key: Box<str>,
    /// Must be filled where it is shown.
    pub required: bool,
    /// Is shown.
    pub shown: bool,
    /// How it is filled in (fieldType 1, 2, 6, 7).
    pub input: PreChatInput,
}

/// How a field is filled in.
#[derive(Debug, Clone, PartialEq)]
pub enum PreChatInput {
    /// On one line.
    Line,
    /// On several.
    Lines,
    /// From a folded list of options.
    Dropdown(Vec<PreChatOption>),
    /// From an open list of options.
    Radio(Vec<PreChatOption>),
}

/// An option of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct PreChatOption {
    /// What is read.
    pub label: LocalText,
    /// What is sent.
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
    fn a_menu_names_the_documents_of_lists_and_of_tabs() {
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
