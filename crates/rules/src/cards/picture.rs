//! How the marker, its line and the hands look, and what the players are told.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Card, Cards};
use crate::text::signed_numeral;
use crate::{Aim, Choices, Game, Goal, Hand, Landmark, Line, Mark, Meaning, Picture, Seat, Span, Turn};

impl Picture for Cards {
    fn extent(&self) -> Span {
        Span { first: (-self.end()).into(), last: self.end().into() }
    }

    fn aim(&self, _: Seat, Card(card): Card) -> Aim {
        Aim::Card(card)
    }

    fn meant(&self, _: Seat, aim: Aim) -> Option<Card> {
        match aim {
            Aim::Card(card) => Some(Card(card)),
            Aim::Cells(_) => None,
        }
    }

    fn touched(&self, choices: &Choices<Card>) -> Span {
        Span::between(self.marker.into(), self.push(choices).into())
    }

    fn line(&self, window: Span) -> Line {
        let marker = i64::from(self.marker);
        let mut line = Line::draw(window, |cell| if cell == marker { Mark::Shared } else { Mark::Open });
        line.hands = Some(self.hands.map(|hand| hand.cards().collect::<Hand>()));
        line
    }

    fn landmarks(&self) -> Vec<Landmark> {
        let end = i64::from(self.end());
        let goal = |(cell, seat)| Landmark { cell, meaning: Meaning::Goal(seat) };
        [(-end, Seat::Two), (end, Seat::One)].map(goal).into()
    }

    fn goal(&self, [one, two]: [&str; 2]) -> Goal {
        let end = i64::from(self.end());
        let win = format!("{one} wins at {}, {two} at {}.", signed_numeral(end), signed_numeral(-end));
        let task = "Both play a card in secret, and the higher one pushes the marker by the difference";
        Goal { whole: format!("{task}: {win}"), win }
    }

    /// Away from 0 the marker has to be pushed again before it can end there.
    fn unseen(&self, names: [&str; 2]) -> Option<String> {
        (self.turn() == Turn::Both && self.marker == 0).then(|| match self.last_push {
            Some(pusher) => format!("{} moved the marker last.", pusher.of(&names)),
            None => "The marker has not moved yet.".to_owned(),
        })
    }

    fn conclusion(&self, names: [&str; 2]) -> Option<String> {
        let winner = self.turn().winner()?;
        let name = winner.of(&names);
        let marker = signed_numeral(self.marker.into());
        Some(match self.last_push {
            _ if self.marker.abs() == self.end() => {
                format!("The marker has reached {marker}, so {name} wins.")
            }
            _ if self.marker != 0 => {
                format!("All cards are played and the marker is at {marker}, so {name} wins.")
            }
            None => format!("All cards are played and the marker never moved, so {name} wins."),
            Some(pusher) => {
                let pushed = pusher.of(&names);
                let outcome = if pusher == winner { "wins" } else { "loses" };
                format!("All cards are played and the marker is at 0: {pushed} moved it last and {outcome}.")
            }
        })
    }
}
