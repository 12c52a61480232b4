//! What happens while somebody thinks: answers come late, and a person does something else meanwhile.

use super::{begun, wanted};
use crate::study::trial::Trial;

#[test]
fn the_coach_calls_the_players_by_their_names() {
    let mut trial = Trial::new(120, 33);
    let mut play = begun(wanted("siege", &[], ""), &mut trial);
    trial.types(&mut play, "c");
    assert!(trial.picture(&play).contains("Ada wins in 5 plies"), "{}", trial.picture(&play));
}
