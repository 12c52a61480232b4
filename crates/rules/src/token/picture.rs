//! How the token on its line looks, and what its players are told.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Direction, Push, Token};
use crate::text::UpTo;
use crate::{Aim, Choices, Game, Goal, Landmark, Line, Mark, Meaning, Picture, Seat, Span};

impl Picture for Token {
    fn extent(&self) -> Span {
        Span { first: 1, last: self.variant.length.into() }
    }

    fn aim(&self, _: Seat, chosen: Push) -> Aim {
        Aim::cell(self.landing(chosen).unwrap_or(self.square).into())
    }

    fn meant(&self, _: Seat, aim: Aim) -> Option<Push> {
        let (from, to) = (i64::from(self.square), aim.single()?);
        let direction = if to < from { Direction::Left } else { Direction::Right };
        Some(Push::new(to.abs_diff(from).try_into().ok()?, direction))
    }

    fn touched(&self, choices: &Choices<Push>) -> Span {
        let landing = self.landing(choices[self.mover]).unwrap_or(self.square);
        Span::between(self.square.into(), landing.into())
    }

    fn line(&self, window: Span) -> Line {
        Line::draw(window, |cell| match u16::try_from(cell) {
            Ok(square) if square == self.square => Mark::Shared,
            Ok(square) if !self.may_enter(square) => Mark::Blocked,
            _ => Mark::Open,
        })
    }

    fn landmarks(&self) -> Vec<Landmark> {
        let ends = [1, self.variant.length.into()];
        ends.map(|cell| Landmark { cell, meaning: Meaning::Loses }).into()
    }

    fn goal(&self, _: [&str; 2]) -> Goal {
        let (steps, last) = (UpTo(self.variant.step), self.variant.length);
        if self.variant.revisit {
            let win = format!("the player who lands it on 1 or {last} loses");
            let brief = format!("landing on 1 or {last} loses");
            Goal::with_brief(format!("Push the token {steps} left or right"), &win, &brief)
        } else {
            let win = format!("landing on 1 or {last}, or having no move left, loses");
            Goal::new(format!("Push the token {steps} to a square it has not visited"), &win)
        }
    }

    fn conclusion(&self, names: [&str; 2]) -> Option<String> {
        let (mover, square) = (self.mover, self.square);
        self.turn().winner().map(|winner| {
            let loser = winner.other().of(&names);
            if winner == mover {
                format!("{loser} moved the token onto {square} and loses.")
            } else {
                format!("{loser} has no square left to move to and loses.")
            }
        })
    }
}
