//! The tests of the program as it is started from a shell, as one program, because each program is linked with everything.

mod catalog;
mod certificates;
mod faults;
mod samples;
mod seeds;
mod serve;
mod transcripts;
