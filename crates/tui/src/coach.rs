//! The coach: hints, values, reasons, beside the board.
