//! The draft dialect as its receiver plays it; each test names the requirement that it proves.

mod cancelling;
mod capability;
mod created;
mod deleting;
mod duplicates;
mod errors;
mod golden;
mod input;
mod keep_alive;
mod limits;
mod links;
mod listing;
mod opting_in;
mod progress;
mod races;
mod results;
mod transitions;
