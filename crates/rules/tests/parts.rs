//! The small parts: choices, spans, lines, waiting choices, the words of refusals, and what variants say of themselves.

use numberline_rules::{
    Aim, Blockade, BlockadeIllegal, Card, Cards, CardsIllegal, Choices, Claim, Cross, Direction, Duel,
    DuelIllegal, Game, Impartial, Landmark, Line, Mark, Match, Meaning, ParseMoveError, ParsePositionError,
    Picture, Push, Run, Seat, SettingError, Settings, Siege, SiegeIllegal, Simultaneous, Span, Step,
    SubmitError, Tiebreak, Token, TokenIllegal, TokenVariant, Turn, Variant,
};

fn variant<G: Game>(settings: &str) -> G::Variant {
    let mut all = Settings::book(G::Variant::PARAMETERS);
    settings.split_whitespace().for_each(|setting| assert!(all.assign(setting).is_ok(), "{setting}"));
    G::Variant::read(&all).unwrap()
}

fn book<G: Game>(text: &str) -> G {
    G::parse(text, &G::Variant::default()).unwrap()
}

fn illegal<G: Game>(position: &str, seat: Seat, chosen: &str) -> G::Illegal {
    book::<G>(position).check(seat, chosen.parse().unwrap()).unwrap_err()
}

#[test]
fn choices_belong_to_the_seats_that_made_them() {
    let one = Choices::Of(Seat::Two, 7);
    assert_eq!((one.get(Seat::One), one.get(Seat::Two), one[Seat::Two]), (None, Some(&7), 7));
    let both = Choices::Both(3, 4);
    assert_eq!((both[Seat::One], both[Seat::Two], both.to_string()), (3, 4, "3/4".to_owned()));
    assert_eq!((one.to_string(), both.map(|card| card * 2)), ("7".to_owned(), Choices::Both(6, 8)));
    assert_eq!("3".parse::<Seat>().unwrap_err().to_string(), "a seat is 1 or 2");
}

#[test]
fn spans_have_two_ends() {
    let span = Span::between(3, -1);
    assert_eq!((span.first, span.last, span.len(), span.is_empty()), (-1, 3, 5, false));
    assert_eq!([-2, -1, 0, 3, 4].map(|cell| span.contains(cell)), [false, true, true, true, false]);
    let limits = Span { first: -2, last: 10 };
    assert_eq!(span.widened(2, limits), Span { first: -2, last: 5 });
    assert_eq!(
        (Aim::cell(4).single(), Aim::Cells(span).single(), Aim::Card(4).single()),
        (Some(4), None, None)
    );
    let line =
        Line::draw(Span { first: 1, last: 3 }, |cell| if cell == 2 { Mark::Crossed } else { Mark::Open });
    assert_eq!([0, 1, 2, 4].map(|cell| line.mark(cell)), [None, Some(Mark::Open), Some(Mark::Crossed), None]);
    let run = Run { first: 4, last: 6 };
    assert_eq!((run.len(), run.is_empty()), (3, false));
}

#[test]
fn a_choice_waits_without_a_trace_and_can_be_withdrawn() {
    let mut game = Match::<Cards>::new(&variant::<Cards>(""));
    let shown = |game: &Match<Cards>| (game.position().clone(), game.plies().len(), game.turn());
    let before = shown(&game);
    assert!(!game.withdraw(Seat::One) && !game.undo());
    assert_eq!(game.submit(Seat::One, Card(3)), Ok(None));
    assert_eq!(shown(&game), before);
    assert_eq!(Seat::BOTH.map(|seat| game.has_chosen(seat)), [true, false]);
    assert_eq!(game.submit(Seat::One, Card(4)), Err(SubmitError::AlreadyChosen));
    let waiting = format!("{game:?}");
    assert!(waiting.contains("has_chosen: [true, false]") && !waiting.contains("Card(3)"), "{waiting}");
    assert!(game.withdraw(Seat::One) && !game.has_chosen(Seat::One) && !game.withdraw(Seat::One));
    assert_eq!(game.submit(Seat::One, Card(1)), Ok(None));
    assert_eq!(game.submit(Seat::Two, Card(5)), Ok(Some(Choices::Both(Card(1), Card(5)))));
    assert_eq!((game.position().marker(), game.position().last_push()), (-4, Some(Seat::Two)));
    assert_eq!(game.submit(Seat::Two, Card(2)), Ok(None));
    assert!(game.undo() && !game.has_chosen(Seat::Two), "a waiting choice goes with the ply before it");
    assert_eq!(shown(&game), before);
}

#[test]
fn a_refusal_says_why() {
    let duel = |position: &str, chosen: &str| illegal::<Duel>(position, Seat::One, chosen).to_string();
    assert_eq!(duel(".......... 1", "0"), "0 is not on the line 1 to 10.");
    assert_eq!(duel(".......... 1", "10 11"), "11 is not on the line 1 to 10.");
    assert_eq!(duel(".......... 1", "4 6"), "4 and 6 are not next to each other.");
    assert_eq!(duel("..X....... 1", "2 3"), "3 is already crossed out.");
    assert_eq!(illegal::<Duel>(".......... 2", Seat::One, "1"), DuelIllegal::NotToMove);
    assert_eq!(DuelIllegal::NotToMove.to_string(), "It is not your turn.");
    let blockade = |chosen: &str| illegal::<Blockade>("-..-X-..-O-..-- 1", Seat::One, chosen);
    assert_eq!(blockade("5"), BlockadeIllegal::Claimed { number: 5, by: Seat::One });
    assert_eq!(blockade("10"), BlockadeIllegal::Claimed { number: 10, by: Seat::Two });
    for (number, by) in [(1, None), (4, Some(5)), (6, Some(5)), (9, Some(10)), (11, Some(10)), (14, None)] {
        assert_eq!(blockade(&number.to_string()), BlockadeIllegal::Blocked { number, by });
    }
    let words = ["5", "4", "1", "16"].map(|number| blockade(number).to_string());
    assert_eq!(words[0], "5 is already claimed.");
    assert_eq!(words[1], "4 is blocked, because 5 is claimed.");
    assert_eq!(words[2..], ["1 is blocked.", "16 is not on the line 1 to 15."]);
    assert_eq!(BlockadeIllegal::NotToMove.to_string(), "It is not your turn.");
    let cards = |chosen: &str| illegal::<Cards>("-1 1,2,4,5 1,2,3,5 2", Seat::One, chosen).to_string();
    assert_eq!(cards("6"), "There is no card 6; cards go from 1 to 5.");
    assert_eq!(cards("3"), "You have played card 3 already.");
    assert_eq!(CardsIllegal::Over.to_string(), "The game is over.");
    let siege = |position: &str, chosen: &str| illegal::<Siege>(position, Seat::One, chosen).to_string();
    assert_eq!(siege("3 10 1", "4"), "You must move 1 to 3 positions, not 4.");
    assert_eq!(siege("8 9 1", "3"), "Moving 3 would take you beyond the base at position 10.");
    assert_eq!(SiegeIllegal::NotToMove.to_string(), "It is not your turn.");
    let token = |position: &str, chosen: &str| illegal::<Token>(position, Seat::One, chosen).to_string();
    assert_eq!(token("5 1", "3 left"), "The token moves 1 or 2 positions, not 3.");
    assert_eq!(token("9 1", "2 right"), "The token cannot move beyond position 10.");
    assert_eq!(TokenIllegal::Visited(4).to_string(), "Position 4 has been visited already.");
    assert_eq!(TokenIllegal::NotToMove.to_string(), "It is not your turn.");
    let one = TokenIllegal::NoSuchDistance { distance: 2, longest: 1 };
    assert_eq!(one.to_string(), "The token moves 1 position, not 2.");
}

#[test]
fn other_refusals_have_words_too() {
    assert_eq!(SubmitError::<DuelIllegal>::Over.to_string(), "The game is over.");
    assert_eq!(SubmitError::<DuelIllegal>::NotYourTurn.to_string(), "It is the other player's turn.");
    let waits = SubmitError::<DuelIllegal>::AlreadyChosen.to_string();
    assert_eq!(waits, "You have chosen already; the other player has not.");
    assert_eq!(ParseMoveError { expected: "a number" }.to_string(), "Type a number.");
    let shape = ParsePositionError::Shape { expected: "so" }.to_string();
    assert_eq!(shape, "A position of this game is written so.");
    let mut settings = Settings::book(TokenVariant::PARAMETERS);
    let said = |error: SettingError| error.to_string();
    assert_eq!(
        said(settings.assign("length").unwrap_err()),
        "'length' is not a setting; write it as name=value"
    );
    let unknown = said(settings.assign("size=3").unwrap_err());
    assert_eq!(unknown, "there is no parameter 'size'; the game has length, start, step, revisit");
    let range = said(settings.assign("length=2").unwrap_err());
    assert_eq!(range, "length is '2', but must be 3 to 10000");
    assert_eq!(ParsePositionError::from(settings.assign("length=2").unwrap_err()).to_string(), range);
    assert_eq!(said(SettingError::Twice { name: "length" }), "length is set twice");
}

#[test]
fn variants_say_what_they_are() {
    let cards = variant::<Cards>("cards=4 end=7 tiebreak=sample");
    assert_eq!((cards.cards(), cards.end(), cards.tiebreak()), (4, 7, Tiebreak::Sample));
    assert_eq!(variant::<Cards>("").tiebreak(), Tiebreak::Rules);
    let siege = variant::<Siege>("length=12 step=4");
    assert_eq!((siege.length(), siege.step()), (12, 4));
    let token = variant::<Token>("length=12 start=3 step=4 revisit=no");
    assert_eq!((token.length(), token.step(), token.may_revisit()), (12, 4, false));
    assert!(variant::<Token>("").may_revisit());
    let duel = variant::<Duel>("length=12 misere=yes");
    assert_eq!((duel.length(), duel.is_misere(), variant::<Duel>("").is_misere()), (12, true, false));
    for misere in ["yes", "no"] {
        assert_eq!(variant::<Blockade>(&format!("misere={misere}")).is_misere(), misere == "yes");
    }
    let pair = Cross::pair_at(5);
    assert_eq!((pair.low(), pair.high(), Cross::one(4).low(), Cross::one(4).high()), (5, 6, 4, 4));
}

/// The book's start gives way to the middle of a short line, but a start that was asked for does not.
#[test]
fn a_token_starts_on_its_line() {
    let fitted = |length: &str, named: &[&str]| {
        let mut settings = Settings::book(TokenVariant::PARAMETERS);
        settings.assign(length).unwrap();
        TokenVariant::read(&TokenVariant::fitted(settings, named))
            .map(|variant| Token::start(&variant).square())
            .map_err(|error| error.to_string())
    };
    assert_eq!(fitted("length=4", &["length"]), Ok(2));
    assert_eq!(fitted("length=5", &["length"]), Ok(3));
    assert_eq!(fitted("length=6", &["length"]), Ok(5));
    assert_eq!(fitted("length=20", &["length"]), Ok(5));
    let refused = fitted("length=5", &["length", "start"]);
    assert_eq!(refused, Err("start is '5', but must be 2 to 4 on a line of 5".to_owned()));
}

#[test]
fn the_book_says_who_may_begin() {
    fn begins<G: Game>() -> [Option<Turn>; 2] {
        Seat::BOTH.map(|first| G::start_with(&G::Variant::default(), first).map(|start| start.turn()))
    }
    let [one, two] = Seat::BOTH.map(|seat| Some(Turn::Of(seat)));
    assert_eq!(begins::<Token>(), [one, two]);
    assert_eq!([begins::<Duel>(), begins::<Blockade>(), begins::<Siege>()], [[one, None]; 3]);
    assert_eq!(begins::<Cards>(), [Some(Turn::Both), None]);
}

/// Where the book contradicts itself, the reading that decided is named, and nowhere else.
#[test]
fn only_a_tie_break_names_its_ruling() {
    let ruling = |text: &str, tiebreak: &str| {
        let variant = variant::<Cards>(&format!("tiebreak={tiebreak}"));
        Cards::parse(text, &variant).unwrap().ruling().unwrap_or_default()
    };
    assert!(ruling("0 - - 1", "rules").starts_with("The last push wins by the book's rule."));
    assert!(ruling("0 - - 1", "sample").starts_with("The last push loses, as in the book's worked example."));
    for text in ["0 - - -", "1 - - 1", "0 1 1 2", "5 1 1 1"] {
        assert_eq!(ruling(text, "rules"), "", "{text}");
    }
    assert_eq!((book::<Duel>("XXXXXXXXXX 1").ruling(), book::<Siege>("5 5 2").ruling()), (None, None));
}

#[test]
fn free_runs_are_told_from_left_to_right() {
    let duel = book::<Duel>("..X... 1");
    assert_eq!(duel.free_runs().collect::<Vec<_>>(), [Run { first: 1, last: 2 }, Run { first: 4, last: 6 }]);
    assert_eq!(duel.runs().collect::<Vec<_>>(), [2, 3]);
    let blockade = book::<Blockade>(".-X-..- 1");
    assert_eq!(
        blockade.free_runs().collect::<Vec<_>>(),
        [Run { first: 1, last: 1 }, Run { first: 5, last: 6 }]
    );
    assert_eq!(blockade.runs().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn several_settings_are_taken_at_once_but_none_twice() {
    let mut settings = Settings::book(TokenVariant::PARAMETERS);
    assert_eq!(settings.assign_all(["step=3", "length=12"]), Ok(vec!["step", "length"]));
    assert_eq!(settings.to_string(), "length=12 start=5 step=3 revisit=yes");
    assert_eq!(settings.assign_all(["step=2", "step=2"]), Err(SettingError::Twice { name: "step" }));
    assert_eq!(settings.assign_all(["step=2", "step"]).unwrap_err(), settings.assign("step").unwrap_err());
}

#[test]
fn positions_tell_their_parts() {
    let cards = book::<Cards>("-1 1,2,4 1,2,3 2");
    assert_eq!((cards.marker(), cards.last_push(), cards.plies_left()), (-1, Some(Seat::Two), 3));
    assert_eq!(cards.hand(Seat::One).collect::<Vec<_>>(), [1, 2, 4]);
    assert_eq!(cards.line(cards.extent()).hands, Some([vec![1, 2, 4], vec![1, 2, 3]]));
    assert_eq!(Cards::start(&variant::<Cards>("cards=20")).plies_left(), 20);
    let siege = book::<Siege>("3 9 2");
    assert_eq!((siege.token(Seat::One), siege.token(Seat::Two)), (3, 9));
    assert_eq!((siege.target(Seat::One), siege.target(Seat::Two)), (10, 0));
    assert_eq!(siege.aim(Seat::Two, Step(2)), Aim::cell(7));
    let once = variant::<Token>("revisit=no");
    let token = Token::parse("6 2 4,5,6", &once).unwrap();
    assert_eq!((token.square(), token.visited().collect::<Vec<_>>()), (6, vec![4, 5, 6]));
    assert_eq!(token.fresh_squares(), Some(5));
    assert_eq!(Token::parse("10 1 8,10", &once).unwrap().fresh_squares(), Some(7));
    assert_eq!((book::<Token>("6 2").fresh_squares(), book::<Token>("6 2").visited().count()), (None, 0));
    let left = Push::new(2, Direction::Left);
    assert_eq!(token.aim(Seat::Two, left), Aim::cell(6), "a move that is not allowed points at the token");
    assert_eq!(book::<Token>("6 2").aim(Seat::Two, left), Aim::cell(4));
}

/// No move means something that it does not point at.
#[test]
fn pointing_elsewhere_means_nothing() {
    assert_eq!(book::<Cards>("0 1 1 -").meant(Seat::One, Aim::cell(1)), None);
    let two = Aim::Cells(Span { first: 1, last: 2 });
    assert_eq!(book::<Blockade>("... 1").meant(Seat::One, two), None);
    assert_eq!(book::<Blockade>("... 1").meant(Seat::One, Aim::cell(-2)), None);
    assert_eq!(book::<Blockade>("... 1").meant(Seat::One, Aim::cell(2)), Some(Claim(2)));
    assert_eq!(book::<Duel>("... 1").meant(Seat::One, two), Some(Cross::pair_at(1)));
    assert_eq!(book::<Duel>("... 1").meant(Seat::One, Aim::Card(1)), None);
    assert_eq!(book::<Siege>("3 9 2").meant(Seat::Two, Aim::cell(10)), None);
}

#[test]
fn a_canonical_blockade_forgets_its_claims() {
    assert_eq!(book::<Blockade>("..-X-.-O-. 2").canonical().to_string(), "..---.---. 2");
    assert_eq!(book::<Duel>("..X 2").canonical(), book::<Duel>("..X 2"));
}

#[test]
fn claims_need_blocked_neighbours() {
    for text in ["X. 1", ".X- 1", "-O. 1", "X- 1", "-X-O- 2", "-X 1"] {
        let read = Blockade::parse(text, &variant::<Blockade>("")).map(|position| position.to_string());
        let allowed = !text.contains("X.") && !text.contains(".X") && !text.contains("O.");
        assert_eq!(read.is_ok(), allowed, "{text}: {read:?}");
    }
    assert_eq!(book::<Blockade>("runs 2 1 / 1").to_string(), format!("..-.{} 1", "-".repeat(17)));
    assert_eq!(book::<Duel>("runs 4 4 / 2").to_string(), "....X....X 2");
    assert_eq!(book::<Duel>("runs 6 6 / 2").to_string(), "......X...... 2");
    assert_eq!(book::<Duel>(".{4}..X 2").to_string(), "......X 2");
}

/// Whatever a name looks like, it stays as it is.
#[test]
fn how_to_win_is_a_sentence_of_its_own() {
    fn win<G: Picture>() -> String {
        G::start(&variant::<G>("")).goal(["ada", "A:B; c"]).win
    }
    assert_eq!(win::<Duel>(), "Crossing out the last number wins.");
    assert_eq!(win::<Blockade>(), "The last claim wins.");
    assert_eq!(win::<Token>(), "Landing on 1 or 10 loses.");
    assert_eq!(win::<Siege>(), "The far base or a capture wins.");
    assert_eq!(win::<Cards>(), "ada wins at +5, A:B; c at −5.");
}

/// What a player is told about the goal and the end, in this variant and with these names.
#[test]
fn goals_conclusions_and_landmarks_are_those_of_the_variant() {
    const NAMES: [&str; 2] = ["Ada", "Bob"];
    fn told<G: Picture>(settings: &str, position: &str) -> [String; 2] {
        let position = G::parse(position, &variant::<G>(settings)).unwrap();
        [position.goal(NAMES).whole, position.conclusion(NAMES).unwrap_or_default()]
    }
    let [goal, end] = told::<Duel>("", "XX 1");
    assert!(
        goal.starts_with("Cross out one number or two neighbours;") && goal.ends_with("last number wins.")
    );
    assert_eq!(end, "Bob crossed out the last number and wins.");
    let [goal, end] = told::<Duel>("misere=yes", ".. 1");
    assert!(goal.ends_with("last number loses.") && end.is_empty(), "{goal}");
    let [goal, end] = told::<Blockade>("misere=yes", "-X- 2");
    assert!(goal.starts_with("Claim a free number") && goal.ends_with("last claim loses."), "{goal}");
    assert_eq!(end, "Ada claimed the last free number and loses.");
    assert_eq!(told::<Blockade>("", "-X-. 2")[1], "");
    let [goal, end] = told::<Token>("length=8 start=4", "1 1");
    assert!(goal.contains("1 or 2 positions") && goal.ends_with("on 1 or 8 loses."), "{goal}");
    assert_eq!(end, "Bob moved the token onto 1 and loses.");
    let [goal, end] = told::<Token>("length=8 start=4 revisit=no", "3 1 2,3,4,5");
    assert!(goal.contains("a square it has not visited") && goal.ends_with("no move left, loses."), "{goal}");
    assert_eq!(end, "");
    let stuck = "3 1 2,3,4";
    assert_eq!(
        told::<Token>("length=8 start=4 step=1 revisit=no", stuck)[1],
        "Ada has no square left to move to and loses."
    );
    let cards = |position| told::<Cards>("", position);
    assert!(cards("0 1 1 -")[0].ends_with("Ada wins at +5, Bob at −5."));
    assert_eq!(cards("5 1 2 1")[1], "The marker has reached +5, so Ada wins.");
    assert_eq!(cards("-5 2 1 2")[1], "The marker has reached −5, so Bob wins.");
    assert_eq!(cards("-2 - - 2")[1], "All cards are played and the marker is at −2, so Bob wins.");
    assert_eq!(cards("-2 - - 1")[1], cards("-2 - - 2")[1], "the side decides, not the last push");
    assert_eq!(cards("2 - - 2")[1], "All cards are played and the marker is at +2, so Ada wins.");
    assert_eq!(cards("0 - - -")[1], "All cards are played and the marker never moved, so Bob wins.");
    assert_eq!(
        cards("0 - - 1")[1],
        "All cards are played and the marker is at 0: Ada moved it last and wins."
    );
    let sample = told::<Cards>("tiebreak=sample", "0 - - 1")[1].clone();
    assert_eq!(sample, "All cards are played and the marker is at 0: Ada moved it last and loses.");
    assert_eq!(cards("0 1 1 -")[1], "");
    let siege = |position| told::<Siege>("", position);
    assert!(siege("3 9 2")[0].starts_with("Move 1 to 3 positions towards the other base"));
    assert_eq!(siege("5 5 2")[1], "Ada captured Bob on 5 and wins.");
    assert_eq!(siege("10 3 2")[1], "Ada reached the base at 10 and wins.");
    assert_eq!(
        (siege("3 0 1")[1].as_str(), siege("3 9 2")[1].as_str()),
        ("Bob reached the base at 0 and wins.", "")
    );
    let landmarks =
        |marks: Vec<Landmark>| marks.iter().map(|mark| (mark.cell, mark.meaning)).collect::<Vec<_>>();
    let [one, two] = Seat::BOTH;
    let cards = landmarks(book::<Cards>("0 1 1 -").landmarks());
    assert_eq!(cards, [(-5, Meaning::Goal(two)), (5, Meaning::Goal(one))]);
    let siege = landmarks(book::<Siege>("3 9 2").landmarks());
    assert_eq!(siege, [(0, Meaning::Base(one)), (10, Meaning::Base(two))]);
    assert_eq!(landmarks(book::<Token>("5 1").landmarks()), [(1, Meaning::Loses), (10, Meaning::Loses)]);
    assert!(book::<Duel>("... 1").landmarks().is_empty());
    assert_eq!(
        [Meaning::Base(one).seat(), Meaning::Goal(two).seat(), Meaning::Loses.seat()],
        [Some(one), Some(two), None]
    );
}
