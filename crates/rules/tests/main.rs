//! The tests of the rules, as one program, because each program is linked with everything.

mod pick;
mod texts;
