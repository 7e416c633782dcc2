//! Tells the weather of the city that is named on the command line.

mod weather;

use std::error::Error;
use std::process::ExitCode;

use weather::Cities;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let city = std::env::args().nth(1).ok_or("usage: everything CITY")?;
    println!("{}", Cities::load()?.weather(&city)?);
    Ok(())
}
