//! `frontdesk upgrade`: takes a data folder of an older format to the format of this version, one step a format
//! (`docs/operation.md`, 'Upgrade and rollback').

use crate::disk_space::Space;
use crate::format::{self, FORMAT, Format};
use crate::settings;
use crate::settings::commands::DataArgs;
use crate::store::sled::lock;
use anyhow::{Context as _, bail, ensure};
use std::fmt;
use std::io;
use std::path::Path;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The steps, one for each format after the first.
const STEPS: [Step; FORMAT as usize - 1] = [];

/// Takes a data folder from one format to the next.
struct Step {
    /// What changes, for the operator.
    what: &'static str,
    /// What the step needs in this folder.
    needs: fn(&Path) -> io::Result<Needs>,
    /// Changes the folder. A step that was interrupted runs again from its beginning.
    run: fn(&Path) -> anyhow::Result<()>,
}

/// What a step needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Needs {
    /// Time, in seconds.
    seconds: u64,
    /// Free disk, in bytes.
    bytes: u64,
}

/// What an upgrade of a folder changes.
struct Plan<'a> {
    data: &'a Path,
    /// What the folder says; `None` for a new folder.
    found: Option<Format>,
    /// The format after it.
    format: u32,
    /// The steps that are left.
    steps: &'a [Step],
    needs: Needs,
    /// Free disk, in bytes.
    free: u64,
}

/// Says what an upgrade changes and, without `check`, does it.
///
/// # Errors
/// The folder cannot be upgraded: a newer version wrote it, too little disk is free, or the server runs.
#[allow(clippy::print_stdout)]
pub fn run(check: bool, args: DataArgs) -> anyhow::Result<()> {
    let data = settings::of_data(args)?.data;
    let plan = Plan::of(&data, &STEPS)?;
    print!("{plan}");
    plan.ensure_possible()?;
    if !check {
        plan.perform()?;
        println!("done: the data folder has format {FORMAT}");
    }
    Ok(())
}

impl<'a> Plan<'a> {
    /// Plans all of `steps` that the folder has not taken.
    fn of(data: &'a Path, steps: &'a [Step]) -> anyhow::Result<Self> {
        ensure!(
            data.is_dir(),
            "there is no data folder {}: name it with --data",
            data.display()
        );
        let found = format::of(data)?;
        let newest = u32::try_from(steps.len())? + 1;
        let number = found.as_ref().map_or(newest, |found| found.number);
        if number > newest {
            format::compare(
                data,
                found.clone().context("a newer folder has a format")?,
                newest,
            )?;
        }
        let taken = usize::try_from(number.saturating_sub(1))?;
        let steps = &steps[taken..];
        let mut needs = Needs::default();
        for step in steps {
            let step = (step.needs)(data).context("measuring the data folder")?;
            needs.seconds += step.seconds;
            // A step's space is free again after it.
            needs.bytes = needs.bytes.max(step.bytes);
        }
        Ok(Self {
            data,
            found,
            format: newest,
            steps,
            needs,
            free: Space::of(data).context("reading the free disk")?.free,
        })
    }

    fn ensure_possible(&self) -> anyhow::Result<()> {
        let Needs { bytes, .. } = self.needs;
        ensure!(
            bytes <= self.free,
            "the upgrade needs {} of free disk, and {} are free: free some and run it again",
            size(bytes),
            size(self.free)
        );
        Ok(())
    }

    /// Takes the steps. The number rises after each one, so that an interrupted upgrade continues where it ended.
    fn perform(&self) -> anyhow::Result<()> {
        let store = self.data.join("store");
        let lock = match (self.steps.is_empty(), store.is_dir()) {
            (false, true) => Some(lock(&store).context("stop the server before an upgrade")?),
            _ => None,
        };
        let first = self.format - u32::try_from(self.steps.len())?;
        for (step, number) in self.steps.iter().zip(first + 1..) {
            if let Err(error) = (step.run)(self.data) {
                bail!(
                    "{}: {error:#}. Nothing is lost: remove the cause and run the upgrade again",
                    step.what
                );
            }
            format::write(self.data, number)?;
        }
        drop(lock);
        if format::read(self.data)?.is_none() {
            format::write(self.data, self.format)?;
        }
        Ok(())
    }
}

impl fmt::Display for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = match &self.found {
            Some(Format {
                number,
                version: Some(version),
            }) => format!("{number}, written by version {version}"),
            Some(Format { number, .. }) => format!("{number}, without a file `format`"),
            None => "none: it holds no data yet".to_owned(),
        };
        writeln!(f, "data folder   {}", self.data.display())?;
        writeln!(f, "its format    {found}")?;
        writeln!(f, "this program  version {VERSION}, format {}", self.format)?;
        if self.steps.is_empty() {
            writeln!(f, "to change     nothing")?;
            return writeln!(
                f,
                "rollback      possible: every version of format {} opens this folder",
                self.format
            );
        }
        for (index, step) in self.steps.iter().enumerate() {
            let label = if index == 0 { "to change" } else { "" };
            writeln!(f, "{label:<14}{}", step.what)?;
        }
        writeln!(
            f,
            "needs         about {} s, and {} of free disk; {} are free",
            self.needs.seconds,
            size(self.needs.bytes),
            size(self.free)
        )?;
        writeln!(
            f,
            "rollback      not in this folder: first make a backup with the older version, `frontdesk backup TO`. \
             It restores that backup into a new folder"
        )
    }
}

/// A size for the operator.
fn size(bytes: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    const GIB: u64 = 1 << 30;
    match bytes {
        0..MIB => format!("{} KiB", bytes.div_ceil(KIB)),
        MIB..GIB => format!("{} MiB", bytes.div_ceil(MIB)),
        GIB.. => format!("{} GiB", bytes / GIB),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::FormatError;
    use tempfile::TempDir;

    fn folder(number: u32) -> TempDir {
        let folder = TempDir::new().unwrap();
        format::write(folder.path(), number).unwrap();
        folder
    }

    fn step(what: &'static str, run: fn(&Path) -> anyhow::Result<()>) -> Step {
        let needs = |_: &Path| {
            let (seconds, bytes) = (2, 3 << 20);
            Ok(Needs { seconds, bytes })
        };
        Step { what, needs, run }
    }

    fn steps() -> [Step; 2] {
        [
            step("format 2: makes `one`", |data| {
                Ok(std::fs::write(data.join("one"), "")?)
            }),
            step("format 3: renames `one` to `two`", |data| {
                Ok(std::fs::rename(data.join("one"), data.join("two"))?)
            }),
        ]
    }

    fn number(data: &Path) -> u32 {
        format::read(data).unwrap().unwrap().number
    }

    #[test]
    fn a_folder_of_this_format_needs_nothing_and_allows_a_rollback() {
        let folder = TempDir::new().unwrap();
        let data = folder.path();
        std::fs::create_dir(data.join("store")).unwrap();

        let plan = Plan::of(data, &STEPS).unwrap();
        let said = plan.to_string();
        plan.ensure_possible().unwrap();
        plan.perform().unwrap();

        assert!(said.contains("1, without a file `format`"), "{said}");
        assert!(said.contains("to change     nothing"), "{said}");
        assert!(said.contains("rollback      possible"), "{said}");
        assert_eq!(number(data), FORMAT);
    }

    #[test]
    fn an_older_folder_takes_the_steps_that_are_left() {
        let steps = steps();
        let (first, second) = (folder(1), folder(2));
        std::fs::write(second.path().join("one"), "").unwrap();

        let plan = Plan::of(first.path(), &steps).unwrap();
        let said = plan.to_string();
        plan.perform().unwrap();
        Plan::of(second.path(), &steps).unwrap().perform().unwrap();

        for part in [
            "format 2: makes",
            "format 3: renames",
            "about 4 s, and 3 MiB",
            "rollback      not",
        ] {
            assert!(said.contains(part), "{said}");
        }
        for folder in [&first, &second] {
            assert_eq!(number(folder.path()), 3);
            assert!(folder.path().join("two").exists());
        }
    }

    #[test]
    fn a_failed_step_ends_the_upgrade_and_the_next_one_continues() {
        let folder = folder(1);
        let data = folder.path();
        let mut steps = steps();
        let sound = std::mem::replace(&mut steps[1].run, |_| bail!("no luck"));

        let failed = Plan::of(data, &steps).unwrap().perform().unwrap_err();
        assert!(
            failed.to_string().contains("no luck. Nothing is lost"),
            "{failed}"
        );
        assert_eq!(number(data), 2);
        steps[1].run = sound;
        Plan::of(data, &steps).unwrap().perform().unwrap();

        assert_eq!(number(data), 3);
        assert!(data.join("two").exists());
    }

    #[test]
    fn an_upgrade_waits_for_no_running_server() {
        let folder = folder(1);
        let store = folder.path().join("store");
        std::fs::create_dir(&store).unwrap();
        let _server = lock(&store).unwrap();
        let steps = steps();

        let refused = Plan::of(folder.path(), &steps)
            .unwrap()
            .perform()
            .unwrap_err();

        assert_eq!(refused.to_string(), "stop the server before an upgrade");
        assert_eq!(number(folder.path()), 1);
    }

    #[test]
    fn an_upgrade_without_room_is_refused_before_it_begins() {
        let folder = folder(1);
        let mut steps = steps();
        steps[0].needs = |_| {
            let (seconds, bytes) = (1, u64::MAX);
            Ok(Needs { seconds, bytes })
        };

        let plan = Plan::of(folder.path(), &steps).unwrap();
        let refused = plan.ensure_possible().unwrap_err().to_string();

        assert!(refused.contains("free some and run it again"), "{refused}");
    }

    #[test]
    fn a_newer_or_missing_folder_cannot_be_upgraded() {
        let newer = folder(4);

        let refused = Plan::of(newer.path(), &steps()).map(drop).unwrap_err();
        let missing = Plan::of(&newer.path().join("none"), &STEPS)
            .map(drop)
            .unwrap_err();

        let refused = refused.downcast::<FormatError>().unwrap();
        assert!(matches!(
            refused,
            FormatError::Newer {
                found: 4,
                known: 3,
                ..
            }
        ));
        assert!(missing.to_string().contains("--data"), "{missing}");
    }
}
