//! A Markdown document taken apart: headings, links, inline code, and fenced blocks with their commands.

/// A document. Lines are counted from 1.
pub(crate) struct Document {
    /// Its path below the root of the workspace.
    pub(crate) path: String,
    text: String,
}

/// A fenced block.
pub(crate) struct Block {
    /// The word behind the fence, such as `sh`.
    pub(crate) kind: String,
    pub(crate) text: String,
    /// Where its text begins.
    line: usize,
}

/// One command of a block.
pub(crate) struct Step {
    pub(crate) line: usize,
    pub(crate) command: String,
    /// What it prints, where that is shown.
    pub(crate) shown: Option<String>,
}

/// Something with a place in the document: where a link leads, or a piece of inline code.
pub(crate) struct Found {
    pub(crate) line: usize,
    pub(crate) target: String,
}

impl Document {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A finding with its place.
    pub(crate) fn finding(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }

    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        for (place, line) in self.text.lines().enumerate() {
            let fence = line.trim_start().strip_prefix("```");
            match (fence, &mut open) {
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (Some(kind), None) => {
                    open = Some(Block { kind: kind.trim().to_owned(), text: String::new(), line: place + 2 });
                }
                (None, Some(block)) => block.text += &format!("{line}\n"),
                (None, None) => {}
            }
        }
        // A fence that is never closed hides the rest of the document, so its commands count all the more.
        blocks.extend(open);
        blocks
    }

    /// The headings of levels 2 and deeper, and the title, each with its level.
    pub(crate) fn headings(&self) -> Vec<(usize, String)> {
        let levels = self.prose().into_iter().filter_map(|(_, line)| {
            let level = line.chars().take_while(|c| *c == '#').count();
            let title = line[level..].strip_prefix(' ')?;
            (level > 0).then(|| (level, title.trim().to_owned()))
        });
        levels.collect()
    }

    /// The text below a heading of level 2, up to the next one.
    pub(crate) fn section(&self, title: &str) -> Option<&str> {
        let below = self.text.split_once(&format!("\n## {title}\n"))?.1;
        Some(below.split("\n## ").next().unwrap_or(below))
    }

    /// Where its links and pictures lead.
    pub(crate) fn links(&self) -> Vec<Found> {
        let mut links = Vec::new();
        for (line, text) in self.prose() {
            // What stands between backticks is no link.
            let text: String = text.split('`').step_by(2).collect::<Vec<_>>().join("code");
            for rest in text.split("](").skip(1) {
                let target = rest.split(')').next().unwrap_or_default().to_owned();
                links.push(Found { line, target });
            }
        }
        links
    }

    /// The pieces of inline code.
    pub(crate) fn inline_code(&self) -> Vec<Found> {
        let in_line = |(line, text): (usize, &str)| {
            let codes: Vec<_> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            codes.into_iter().map(move |target| Found { line, target })
        };
        self.prose().into_iter().flat_map(in_line).collect()
    }

    /// The lines outside of fenced blocks.
    fn prose(&self) -> Vec<(usize, &str)> {
        let mut fenced = false;
        let mut lines = Vec::new();
        for (place, line) in self.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if !fenced {
                lines.push((place + 1, line));
            }
        }
        lines
    }
}

impl Block {
    /// The commands of a block for a shell: of `sh` every line, of `console` those behind a `$`, with what they print.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let lines = self.text.lines().enumerate().map(|(place, text)| (self.line + place, text));
        let mut steps: Vec<Step> = Vec::new();
        match self.kind.as_str() {
            "sh" => {
                for (line, text) in lines {
                    let text = text.trim();
                    if let Some(open) = steps.last_mut().filter(|step| step.command.ends_with('\\')) {
                        open.command.pop();
                        open.command += text;
                    } else if !text.is_empty() && !text.starts_with('#') {
                        steps.push(Step { line, command: text.to_owned(), shown: None });
                    }
                }
            }
            "console" => {
                for (line, text) in lines {
                    if let Some(command) = text.strip_prefix("$ ") {
                        steps.push(Step { line, command: command.to_owned(), shown: None });
                    } else if let Some(step) = steps.last_mut() {
                        *step.shown.get_or_insert_default() += &format!("{text}\n");
                    }
                }
            }
            _ => {}
        }
        steps
    }
}
