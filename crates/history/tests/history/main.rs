//! The history on real files: what is kept comes back, problems are reported, and nothing is lost.

#[cfg(test)]
mod damage;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod keeping;
#[cfg(test)]
mod listing;
#[cfg(test)]
mod processes;
#[cfg(test)]
mod stats;
mod study;
#[cfg(test)]
mod support;
#[cfg(test)]
mod trouble;
