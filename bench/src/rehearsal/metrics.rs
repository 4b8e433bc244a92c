//! The server's own metrics, before and after.

use std::collections::BTreeMap;

/// Metrics by name and labels.
pub type Metrics = BTreeMap<String, f64>;

/// A metric that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its name and labels.
    pub name: String,
    /// Before the day; a counter that nobody has counted is 0.
    pub before: f64,
    /// After it.
    pub after: f64,
}

/// Reads the text format of Prometheus. Comments, buckets and quantiles are left out.
pub fn read(text: &str) -> Metrics {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter(|line| !line.contains("le=\"") && !line.contains("quantile=\""))
        .filter_map(|line| {
            // Labels may contain spaces, so the value is behind the last one.
            let (name, value) = line.trim().rsplit_once(' ')?;
            Some((name.to_owned(), value.parse().ok()?))
        })
        .collect()
}

/// What is different afterwards.
pub fn changes(before: &Metrics, after: &Metrics) -> Vec<Change> {
    after
        .iter()
        .map(|(name, after)| Change {
            name: name.clone(),
            before: before.get(name).copied().unwrap_or_default(),
            after: *after,
        })
        .filter(|change| change.before != change.after)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_told() {
        let before = read("# TYPE a counter\na 1\nb{status=\"429\"} 2\nc 3.5\n");
        let after = read("a 1\nb{status=\"429\"} 5\nd 1\nt_bucket{le=\"1\"} 9\nodd\n\n");

        let told = changes(&before, &after);

        let change = |name: &str, before, after| Change {
            name: name.to_owned(),
            before,
            after,
        };
        assert_eq!(
            told,
            [change("b{status=\"429\"}", 2.0, 5.0), change("d", 0.0, 1.0)]
        );
    }
}
