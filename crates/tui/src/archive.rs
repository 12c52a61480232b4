//! The finished games: a list with filters, numbers and a chart.
