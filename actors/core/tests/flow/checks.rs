//! The faults of a flow that are reported when it is saved.

use crate::builders::{asks, buttons, decides, end, flow, form, local, looks_up, node, text};
use actors_core::flow::check::faults;
use actors_core::flow::{Flow, Node, Says, Test};
use actors_core::form::FieldKind;
use actors_core::local_text::LocalText;

fn told(nodes: Vec<(&str, Node)>) -> Vec<String> {
    of(&flow("help", "Help me", nodes))
}

fn of(flow: &Flow) -> Vec<String> {
    faults(flow)
        .into_iter()
        .map(|fault| {
            let node = fault.node.as_ref().map(ToString::to_string);
            let node = node.unwrap_or_default();
            format!("{node}.{}: {}", fault.field, fault.message())
        })
        .collect()
}

/// [RB-03]
#[test]
fn a_complete_flow_has_no_fault() {
    let cases = [("order", Test::Filled, "look")];
    let nodes = vec![
        (
            "topic",
            buttons("Which?", &[("A", "x=1", "form"), ("B", "", "bye")]),
        ),
        ("form", form("decide")),
        ("decide", decides(&cases, "topic")),
        ("look", looks_up("{status}", "topic", "person")),
        ("person", node(Says::Agent(local("Soon")), "")),
        ("bye", end()),
    ];
    assert_eq!(told(nodes), [""; 0]);
}

#[test]
fn dead_ends_and_links_to_missing_nodes_are_reported() {
    let cases = [("x", Test::Filled, "gone")];
    let nodes = vec![
        (
            "a",
            buttons("?", &[("A", "x=1", "b"), ("B", "", "c"), ("C", "", "d")]),
        ),
        ("b", text("B", "")),
        ("c", decides(&cases, "")),
        ("d", buttons("?", &[])),
    ];
    assert_eq!(
        told(nodes),
        [
            "b.next: 'b' is a dead end: nothing follows it and it is no END",
            "c.condition[0].next: 'c' leads to 'gone', which is no node of this flow",
            "c.next: 'c' is a dead end where none of its cases applies",
            "d.itemList: 'd' is a dead end: it has no buttons",
        ]
    );
}

/// A page finds its own words by the code, and names nodes as its reader knows them.
#[test]
fn a_problem_has_a_code_and_what_it_is_about() {
    let nodes = vec![
        ("a", buttons("?", &[("A", "", "gone"), ("B", "", "b")])),
        ("b", form("c")),
        ("c", text("", "")),
    ];
    let mut flow = flow("help", &"x".repeat(300), nodes);
    let Some(Says::Form(empty)) = flow.nodes.get_mut(&"b".into()).map(|node| &mut node.says) else {
        panic!("b is a form");
    };
    empty.fields.clear();

    let found: Vec<_> = faults(&flow)
        .into_iter()
        .map(|fault| (fault.field, fault.problem))
        .collect();

    let codes: Vec<(&str, &str)> = found
        .iter()
        .map(|(field, problem)| (field.as_str(), problem.code()))
        .collect();
    assert_eq!(
        codes,
        [
            ("triggers[0]", "tooLong"),
            ("itemList[0].next", "leadsNowhere"),
            ("answer.fromFields", "noFields"),
            ("answer", "empty"),
            ("next", "deadEnd"),
        ]
    );
    assert!(found[0].1.limit().is_some());
    assert_eq!(found[1].1.nodes(), ["gone".into()]);
}

#[test]
fn a_field_without_options_is_named_by_its_place() {
    let nodes = vec![("a", form("b")), ("b", end())];
    let mut flow = flow("help", "Help", nodes);
    let Some(Says::Form(form)) = flow.nodes.get_mut(&"a".into()).map(|node| &mut node.says) else {
        panic!("a is a form");
    };
    let mut choice = form.fields[0].clone();
    choice.id = "kind".into();
    choice.kind = FieldKind::Radio;
    choice.choices.clear();
    form.fields.push(choice);
    let at = form.fields.len() - 1;

    let [fault] = &faults(&flow)[..] else {
        panic!("one problem");
    };

    assert_eq!(fault.field, format!("answer.fromFields[{at}].fieldValue"));
    assert_eq!(fault.problem.code(), "noOptions");
}

#[test]
fn unreachable_nodes_and_a_missing_start_are_reported() {
    let mut flow = flow("help", "Help", vec![("a", end()), ("b", text("B", "a"))]);
    assert_eq!(of(&flow), ["b.nodeId: 'b' cannot be reached from 'a'"]);
    flow.start = "c".into();
    assert_eq!(of(&flow), [".start: 'c' is no node of this flow"]);
}

/// [RB-03]
#[test]
fn a_loop_is_reported_only_if_it_never_asks_the_visitor() {
    let round = vec![
        ("a", text("A", "b")),
        ("b", looks_up("B", "c", "a")),
        ("c", text("C", "a")),
    ];
    assert_eq!(
        told(round),
        [
            "a.next: 'a' → 'b' → 'a' goes round without asking anything",
            "a.next: 'a' → 'b' → 'c' → 'a' goes round without asking anything",
        ]
    );
    for asking in [
        buttons("?", &[("A", "", "a")]),
        form("a"),
        asks("?", "x", "a"),
    ] {
        assert_eq!(told(vec![("a", text("A", "b")), ("b", asking)]), [""; 0]);
    }
}

#[test]
fn at_most_fifty_nodes_speak_without_asking_the_visitor() {
    let names: Vec<String> = (0..60).map(|at| format!("n{at:02}")).collect();
    let chain = |count: usize| {
        let mut nodes: Vec<(&str, Node)> = (0..count - 1)
            .map(|at| (names[at].as_str(), text("x", &names[at + 1])))
            .collect();
        nodes.push((&names[count - 1], end()));
        told(nodes)
    };
    assert_eq!(chain(50), [""; 0]);
    assert_eq!(
        chain(51),
        ["n00.next: from 'n00' on more than 50 nodes speak without asking anything"]
    );
}

#[test]
fn missing_texts_are_reported_by_language() {
    let both = || LocalText::from_iter([("en", "Hello"), ("zh", "您好")]);
    let nodes = vec![
        ("a", node(Says::Text(both()), "b")),
        (
            "b",
            node(Says::Text(LocalText::from_iter([("en", "only")])), "c"),
        ),
        ("c", text("", "d")),
        ("d", buttons("", &[("", "", "e")])),
        ("e", node(Says::Agent(LocalText::default()), "")),
    ];
    assert_eq!(
        told(nodes),
        [
            "b.answer: is missing in zh",
            "c.answer: 'c' has nothing to say here",
            "d.itemList[0].name: 'd' has nothing to say here",
            "e.answer: 'e' has nothing to say here",
        ]
    );
}

#[test]
fn settings_that_do_not_fit_a_node_are_reported() {
    let nodes = vec![
        (
            "a",
            Node {
                binds: Some("x".into()),
                ..end()
            },
        ),
        (
            "b",
            Node {
                request: looks_up("", "a", "a").request,
                ..end()
            },
        ),
        (
            "c",
            Node {
                binds: Some("odd name".into()),
                ..text("?", "a")
            },
        ),
        ("d", decides(&[("never", Test::Empty, "a")], "a")),
        (
            "e",
            Node {
                next: Some("a".into()),
                ..buttons("?", &[("A", "", "b"), ("B", "", "c"), ("C", "", "d")])
            },
        ),
    ];
    let mut flow = flow("help", "?!", nodes);
    flow.start = "e".into();
    assert_eq!(
        of(&flow),
        [
            ".triggers[0]: must have letters or digits",
            "a.bingCode: 'a' cannot wait for words: that is for TEXT_REPLY",
            "b.request: 'b' cannot ask a service: that is for TEXT_REPLY",
            "c.bingCode: 'c' binds a variable whose name is not 1 to 64 letters, digits, '-', '_' or '.'",
            "d.condition[0].bingCode: 'd' looks at a variable that nothing in this flow binds",
            "e.next: 'e' leads on by its buttons alone",
        ]
    );
}

#[test]
fn every_part_of_a_flow_has_a_limit() {
    let many: Vec<(String, String)> = (0..21)
        .map(|at| (format!("B{at}"), format!("x{at}=1")))
        .collect();
    let items: Vec<(&str, &str, &str)> = many
        .iter()
        .map(|(name, binds)| (name.as_str(), binds.as_str(), "c"))
        .collect();
    let others: Vec<(String, String)> = (0..12)
        .map(|at| (format!("B{at}"), format!("y{at}=1")))
        .collect();
    let others: Vec<(&str, &str, &str)> = others
        .iter()
        .map(|(name, binds)| (name.as_str(), binds.as_str(), "c"))
        .collect();
    let cases: Vec<(&str, Test, &str)> = (0..21).map(|_| ("x0", Test::Filled, "b")).collect();
    let nodes = vec![
        ("a", buttons("?", &items)),
        ("b", buttons(&"x".repeat(4_001), &others)),
        ("c", decides(&cases, "d")),
        ("d", buttons("?", &[(&"x".repeat(81), "", "e")])),
        ("e", end()),
    ];
    let mut flow = flow("help", &"x".repeat(201), nodes);
    flow.triggers = vec![flow.triggers[0].clone(); 201];
    let told = of(&flow);

    for expected in [
        ".triggers: must be at most 200",
        ".triggers[0]: must have at most 200 characters",
        ".nodes: must bind at most 30 variables",
        "a.itemList: must be at most 20",
        "b.answer: must have at most 4000 characters",
        "c.condition: must be at most 20",
        "d.itemList[0].name: must have at most 80 characters",
    ] {
        assert!(
            told.iter().any(|told| told == expected),
            "{expected}: {told:#?}"
        );
    }
    let many: Vec<String> = (0..501).map(|at| format!("n{at}")).collect();
    flow.nodes = many.iter().map(|id| (id.as_str().into(), end())).collect();
    assert!(of(&flow).contains(&".nodes: must be at most 500".to_owned()));
}
