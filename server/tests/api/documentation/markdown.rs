//! The Markdown of the documentation: its samples, its code in sentences and its links.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::path::{Path, PathBuf};

/// Pages outside `docs`.
const OTHERS: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "fixtures/README.md",
    "client/packages/embed/README.md",
];

/// A sample.
pub struct Block {
    /// The word after the three marks; empty for an indented sample.
    pub language: String,
    pub code: String,
}

pub struct Page {
    /// From the root of the repository.
    pub path: String,
    /// The whole page, with the files that it includes.
    pub text: String,
    pub blocks: Vec<Block>,
    /// Code in sentences and tables.
    pub inline: Vec<String>,
    pub links: Vec<String>,
    /// Files that the page includes.
    pub includes: Vec<String>,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn read(path: &str) -> String {
    let text = std::fs::read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("reading {path}: {error}"))
}

/// A file that a page names by a path from its own folder.
pub fn beside(page: &str, file: &str) -> PathBuf {
    root().join(page).parent().unwrap().join(file)
}

/// Every page.
pub fn pages() -> Vec<Page> {
    let mut found: Vec<String> = OTHERS.iter().map(|path| (*path).to_owned()).collect();
    collect("docs", &mut found);
    found.iter().map(|path| Page::read(path)).collect()
}

fn collect(folder: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&path, found);
        } else if path.ends_with(".md") {
            found.push(path);
        }
    }
}

impl Page {
    pub fn read(path: &str) -> Self {
        let (text, includes) = with_includes(path);
        let mut page = Self {
            path: path.to_owned(),
            blocks: Vec::new(),
            inline: Vec::new(),
            links: Vec::new(),
            includes,
            text,
        };
        let text = page.text.clone();
        let mut sample: Option<Block> = None;
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(language) => language.into_string(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    sample = Some(Block {
                        language,
                        code: String::new(),
                    });
                }
                Event::End(TagEnd::CodeBlock) => page.blocks.extend(sample.take()),
                Event::Text(text) => {
                    if let Some(sample) = &mut sample {
                        sample.code.push_str(&text);
                    }
                }
                Event::Code(code) => page.inline.push(code.into_string()),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                _ => {}
            }
        }
        page
    }

    /// The lines of samples for a terminal, each with the lines that continue it.
    pub fn shell_lines(&self) -> Vec<String> {
        let is_shell = |block: &&Block| matches!(block.language.as_str(), "" | "sh" | "console");
        let code = self.blocks.iter().filter(is_shell);
        code.flat_map(|block| {
            let whole = block.code.replace("\\\n", " ");
            whole
                .lines()
                .map(|line| line.trim().to_owned())
                .collect::<Vec<_>>()
        })
        .collect()
    }
}

/// The page, with each line `{{#include FILE}}` replaced by the file, as mdBook does.
fn with_includes(path: &str) -> (String, Vec<String>) {
    let mut includes = Vec::new();
    let lines = read(path);
    let lines = lines.lines().map(|line| {
        let file = line
            .strip_prefix("{{#include ")
            .and_then(|rest| rest.strip_suffix("}}"));
        let Some(file) = file else {
            return format!("{line}\n");
        };
        includes.push(file.to_owned());
        let included = std::fs::read_to_string(beside(path, file));
        included.unwrap_or_else(|error| panic!("{path} includes {file}: {error}"))
    });
    let text = lines.collect();
    (text, includes)
}
