//! A page as a picture: a grid of cells with their colours, as SVG.
//!
//! Lines and blocks are drawn as shapes, so that they meet whatever font a reader has; letters are kept in their cells.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The size of a cell, in pixels.
const WIDTH: usize = 9;
const HEIGHT: usize = 19;
/// The room around the page.
const MARGIN: usize = 12;
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

/// The page as SVG. The title describes it for screen readers.
pub(crate) fn render(page: &Buffer, title: &str) -> String {
    let (columns, rows) = (usize::from(page.area.width), usize::from(page.area.height));
    let (width, height) = (columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN);
    let ground =
        page.cell((0, page.area.height / 2)).map_or_else(|| "#000000".to_owned(), |cell| colours(cell).1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"{FONT}\" font-size=\"15\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{ground}\"/>\n",
        escape(title)
    );
    for row in 0..page.area.height {
        let cells: Vec<&Cell> = (0..page.area.width).filter_map(|column| page.cell((column, row))).collect();
        let top = MARGIN + usize::from(row) * HEIGHT;
        for (start, run) in runs(&cells, |cell| colours(cell).1) {
            let fill = colours(run[0]).1;
            if fill != ground {
                rectangle(&mut svg, (MARGIN + start * WIDTH, top), (run.len() * WIDTH, HEIGHT), &fill);
            }
        }
        for (start, run) in runs(&cells, |cell| (colours(cell).0, cell.modifier, is_shape(cell))) {
            let left = MARGIN + start * WIDTH;
            if is_shape(run[0]) {
                for (place, cell) in run.iter().enumerate() {
                    shape(&mut svg, (left + place * WIDTH, top), cell);
                }
            } else {
                words(&mut svg, (left, top), run);
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Neighbours that are alike, with where they begin.
fn runs<'a, K: PartialEq>(cells: &'a [&'a Cell], kind: impl Fn(&Cell) -> K) -> Vec<(usize, &'a [&'a Cell])> {
    let mut start = 0;
    cells
        .chunk_by(|one, other| kind(one) == kind(other))
        .map(|run| {
            start += run.len();
            (start - run.len(), run)
        })
        .collect()
}

/// Letters, in their cells: a run of words is stretched to the room that it has.
fn words(svg: &mut String, (left, top): (usize, usize), run: &[&Cell]) {
    let text: String = run.iter().map(|cell| cell.symbol()).collect();
    let (before, text) = (text.chars().take_while(|c| *c == ' ').count(), text.trim());
    if text.is_empty() {
        return;
    }
    let cell = run[0];
    let mut style = String::new();
    for (modifier, attribute) in [
        (Modifier::BOLD, " font-weight=\"700\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        (Modifier::DIM, " opacity=\"0.65\""),
    ] {
        if cell.modifier.contains(modifier) {
            style.push_str(attribute);
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" fill=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{style}>{}</text>",
        left + before * WIDTH,
        top + HEIGHT - 5,
        colours(cell).0,
        text.chars().count() * WIDTH,
        escape(text)
    );
}

/// Which sides of a cell a line goes to: up, right, down, left; and whether it is thick.
fn arms(symbol: &str) -> Option<([bool; 4], bool)> {
    let (arms, thick) = match symbol {
        "─" => ("rl", false),
        "│" => ("ud", false),
        "╭" | "┌" => ("rd", false),
        "╮" | "┐" => ("dl", false),
        "╰" | "└" => ("ur", false),
        "╯" | "┘" => ("ul", false),
        "├" => ("urd", false),
        "┤" => ("udl", false),
        "┬" => ("rdl", false),
        "┴" => ("url", false),
        "┼" => ("urdl", false),
        "━" => ("rl", true),
        "┃" => ("ud", true),
        "┏" => ("rd", true),
        "┓" => ("dl", true),
        "┗" => ("ur", true),
        "┛" => ("ul", true),
        _ => return None,
    };
    Some((["u", "r", "d", "l"].map(|side| arms.contains(side)), thick))
}

/// Which part of a cell a block fills, in eighths: left, top, width, height.
fn block(symbol: &str) -> Option<[usize; 4]> {
    let lower = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    let left = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];
    if let Some(place) = lower.iter().position(|one| *one == symbol) {
        return Some([0, 7 - place, 8, place + 1]);
    }
    if let Some(place) = left.iter().position(|one| *one == symbol) {
        return Some([0, 0, place + 1, 8]);
    }
    match symbol {
        "▀" => Some([0, 0, 8, 4]),
        "▐" => Some([4, 0, 4, 8]),
        _ => None,
    }
}

/// How dense a shade is, in percent.
fn shade(symbol: &str) -> Option<u8> {
    match symbol {
        "░" => Some(22),
        "▒" => Some(45),
        "▓" => Some(70),
        _ => None,
    }
}

fn is_shape(cell: &Cell) -> bool {
    let symbol = cell.symbol();
    arms(symbol).is_some() || block(symbol).is_some() || shade(symbol).is_some()
}

fn shape(svg: &mut String, (left, top): (usize, usize), cell: &Cell) {
    let colour = colours(cell).0;
    if let Some(percent) = shade(cell.symbol()) {
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{colour}\" fill-opacity=\"0.{percent}\"/>"
        );
    }
    if let Some([x, y, width, height]) = block(cell.symbol()) {
        let eighths = |part: usize, whole: usize| part * whole / 8;
        let at = (left + eighths(x, WIDTH), top + eighths(y, HEIGHT));
        let size =
            (eighths(width, WIDTH).max(1), HEIGHT - eighths(y, HEIGHT) - eighths(8 - y - height, HEIGHT));
        rectangle(svg, at, size, &colour);
    }
    if let Some(([up, right, down, left_side], thick)) = arms(cell.symbol()) {
        let stroke = if thick { 3 } else { 1 };
        let (middle, centre) = (left + WIDTH / 2, top + HEIGHT / 2);
        let half = stroke / 2;
        if up || down {
            let from = if up { top } else { centre - half };
            let to = if down { top + HEIGHT } else { centre + half + 1 };
            rectangle(svg, (middle - half, from), (stroke, to - from), &colour);
        }
        if left_side || right {
            let from = if left_side { left } else { middle - half };
            let to = if right { left + WIDTH } else { middle + half + 1 };
            rectangle(svg, (from, centre - half), (to - from, stroke), &colour);
        }
    }
}

fn rectangle(svg: &mut String, (x, y): (usize, usize), (width, height): (usize, usize), fill: &str) {
    let _ =
        writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
}

/// The colours of the letters and of the ground.
fn colours(cell: &Cell) -> (String, String) {
    let name = |colour: Color, otherwise: &str| match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => otherwise.to_owned(),
    };
    let (letters, ground) = (name(cell.fg, "#d8d8d8"), name(cell.bg, "#101010"));
    if cell.modifier.contains(Modifier::REVERSED) { (ground, letters) } else { (letters, ground) }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
