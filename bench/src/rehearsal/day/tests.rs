use super::*;

fn read(text: &str) -> Result<Day> {
    let day: Day = toml::from_str(text)?;
    day.check().map(|()| day)
}

#[test]
fn the_built_in_day_is_valid_and_takes_an_hour() {
    let day = Day::default();

    day.check().unwrap();
    assert_eq!(day.duration(), Duration::from_secs(3_600));
    assert_eq!(day.clock(Duration::from_secs(1_800)), "12:00");
}

#[test]
fn the_documentation_shows_the_built_in_day() {
    let page = include_str!("../../../../docs/operation.md");
    let block = |word: &str| {
        let blocks = page.split("```text\n").skip(1);
        let mut ends = blocks.filter_map(|block| block.split("```").next());
        ends.find(|block| block.contains(word)).unwrap()
    };

    let day = read(block("visitors_per_hour")).unwrap();
    let agents = read(block("[[agents]]")).unwrap().agents;

    assert_eq!(format!("{day:?}"), format!("{:?}", Day::default()));
    assert_eq!((agents.len(), agents[0].capacity), (1, five()));
}

#[test]
fn the_rate_changes_evenly_between_the_middles_of_hours() {
    let day = read("visitors_per_hour = [100, 300]").unwrap();

    assert_eq!(day.rate_at(0.0), 100.0);
    assert_eq!(day.rate_at(0.5), 100.0);
    assert_eq!(day.rate_at(1.0), 200.0);
    assert_eq!(day.rate_at(1.5), 300.0);
    assert_eq!(day.rate_at(2.0), 300.0);
}

#[test]
fn a_wrong_value_is_refused_by_name() {
    for (text, name) in [
        ("begins = 24", "begins"),
        ("visitors_per_hour = []", "visitors_per_hour"),
        ("visitors_per_hour = [0]", "nobody arrives"),
        ("speed_up = 0", "speed_up"),
        ("messages = 9", "messages"),
        ("robot_share = 0.9\nperson_share = 0.2", "together"),
        ("questions = []", "questions"),
        ("visitors = 3", "visitors"),
    ] {
        let refused = format!("{:#}", read(text).unwrap_err());
        assert!(refused.contains(name), "{text}: {refused}");
    }
}

#[test]
fn a_password_comes_from_one_place() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "three frogs\n").unwrap();
    let agent = |env: Option<&str>, file: Option<&Path>| AgentAccount {
        tenant: String::new(),
        account: "mia".to_owned(),
        password_env: env.map(str::to_owned),
        password_file: file.map(Path::to_owned),
        capacity: 5,
    };

    assert_eq!(
        agent(None, Some(file.path())).password().unwrap(),
        "three frogs"
    );
    for wrong in [agent(None, None), agent(Some("A"), Some(file.path()))] {
        let refused = wrong.password().unwrap_err().to_string();
        assert!(refused.contains("mia: name one of"), "{refused}");
    }
    let refused = agent(Some("FRONTDESK_NO_SUCH_VARIABLE"), None).password();
    assert!(refused.unwrap_err().to_string().contains("is not set"));
}

#[test]
fn without_agents_nobody_asks_for_a_person() {
    let alone = read("person_share = 0.3").unwrap();
    let staffed =
        read("person_share = 0.3\n[[agents]]\naccount = 'a'\npassword_env = 'A'").unwrap();

    assert_eq!(alone.person_share_played(), 0.0);
    assert_eq!(staffed.person_share_played(), 0.3);
    assert_eq!(staffed.agents[0].capacity, 5);
}
