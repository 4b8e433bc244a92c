use super::*;
use crate::mail::letter::Letter;
use crate::mail::record::Kind;
use crate::mail::words::Tongue;
use actors_core::time::Timestamp;

fn settings() -> MailSettings {
    MailSettings {
        host: Some("127.0.0.1".into()),
        security: MailSecurity::None,
        sender: Some("chat@example.com".into()),
        ..MailSettings::default()
    }
}

fn refused(settings: &MailSettings) -> String {
    match SmtpServer::open(settings) {
        Ok(_) => panic!("not refused"),
        Err(error) => format!("{error:#}"),
    }
}

#[test]
fn wrong_settings_are_named() {
    assert!(
        SmtpServer::open(&MailSettings::default())
            .unwrap()
            .is_none()
    );
    assert!(SmtpServer::open(&settings()).unwrap().is_some());
    let wrong = |change: &dyn Fn(&mut MailSettings)| {
        let mut settings = settings();
        change(&mut settings);
        refused(&settings)
    };

    assert!(wrong(&|one| one.sender = None).contains("mail.sender"));
    assert!(wrong(&|one| one.sender = Some("a".into())).contains("mail.sender"));
    let other = wrong(&|one| one.host = Some("smtp.example.com".into()));
    assert!(other.contains("mail.security"), "{other}");
    assert!(wrong(&|one| one.user = Some("u".into())).contains("mail.password"));
    assert!(wrong(&|one| one.password = Some("p".into())).contains("mail.user"));
    let absent = wrong(&|one| {
        one.user = Some("u".into());
        one.password_file = Some("/nowhere/password".into());
    });
    assert!(absent.contains("mail.password_file"), "{absent}");
}

#[test]
fn nothing_in_a_mail_adds_a_header() {
    let server = SmtpServer::open(&settings()).unwrap().unwrap();
    let content = Content {
        kind: Kind::Test,
        at: Timestamp::from_millis(1_790_000_000_000),
        from_name: "Shop\r\nBcc: x@example.com".into(),
        reply_to: Some("shop@example.com".into()),
        to: "ann@example.com".into(),
        to_name: "Ann\r\nBcc: y@example.com\r\n\r\nbody".into(),
        visitor: None,
        letter: Letter {
            subject: "Hi\r\nBcc: z@example.com".into(),
            ..Letter::new(Tongue::Zh, "", Vec::new(), String::new())
        },
        stop: Some("https://chat.example.com/mail/stop?token=1.eyJrIjoic3RvcCIsInQiOiJkZW1vIiwiYSI6IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmIiwibCI6ImVuIn0.0123456789abcdef".into()),
    };

    let message = server.message("0", &content).unwrap().formatted();
    let text = String::from_utf8(message).unwrap();
    let (head, _) = text.split_once("\r\n\r\n").unwrap();

    let begins = |name: &str| head.lines().any(|line| line.starts_with(name));
    assert!(!begins("Bcc"), "{head}");
    assert!(begins("Auto-Submitted: auto-generated"), "{head}");
    assert!(begins("Message-ID: <0@example.com>"), "{head}");
    assert!(begins("Reply-To: shop@example.com"), "{head}");
    let stop = format!("List-Unsubscribe: <{}>", content.stop.unwrap());
    assert!(begins(&stop), "{head}");
    let in_one_click = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
    assert!(begins(in_one_click), "{head}");
}

#[test]
fn an_address_that_is_none_is_told() {
    let server = SmtpServer::open(&settings()).unwrap().unwrap();
    let content = Content {
        kind: Kind::Test,
        at: Timestamp::from_millis(0),
        from_name: String::new(),
        reply_to: None,
        to: "a@b@c".into(),
        to_name: String::new(),
        visitor: None,
        letter: Letter::new(Tongue::En, "", Vec::new(), String::new()),
        stop: None,
    };

    let failure = server.message("0", &content).unwrap_err();

    assert_eq!(failure.problem, Problem::Unwritable);
    assert!(!failure.is_passing());
}
