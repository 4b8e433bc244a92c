//! What a browser says of itself, in words that an agent recognises in the list of sign-ins.

/// A browser and its system, such as `Firefox 144` and `Windows`; empty where they are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// The browser.
    pub browser: String,
    /// The system.
    pub system: String,
}

/// The marks of browsers in a user agent. The first one that fits counts, because most name Chrome and Safari too.
const BROWSERS: [(&str, &str); 12] = [
    ("MicroMessenger/", "WeChat"),
    ("DingTalk/", "DingTalk"),
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
];

/// The marks of systems, in the same way: Android names Linux, and an iPhone names Mac OS X.
const SYSTEMS: [(&str, &str); 8] = [
    ("Windows", "Windows"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("HarmonyOS", "HarmonyOS"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Reads a user agent.
pub fn device(user_agent: &str) -> Device {
    let browser = BROWSERS.iter().find_map(|(mark, name)| {
        let (_, version) = user_agent.split_once(mark)?;
        let major = version.split(|sign: char| !sign.is_ascii_digit()).next()?;
        let major: String = major.chars().take(4).collect();
        Some(format!("{name} {major}").trim_end().to_owned())
    });
    let system = SYSTEMS.iter().find(|(mark, _)| user_agent.contains(mark));
    Device {
        browser: browser.unwrap_or_default(),
        system: system.map_or_else(String::new, |(_, name)| (*name).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_agent_is_told_in_words() {
        for (agent, browser, system) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
                "Chrome 130",
                "Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0",
                "Edge 130",
                "Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                "Safari 18",
                "iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
                "Firefox 144",
                "Linux",
            ),
            ("curl/8.5", "", ""),
            ("", "", ""),
        ] {
            let found = device(agent);

            assert_eq!((&*found.browser, &*found.system), (browser, system));
        }
    }
}
