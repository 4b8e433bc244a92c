use super::*;
use crate::channel::{ChannelRobot, ReceiveMode, TransferOffers};
use crate::ids::{ChannelId, DocId, RobotNo, TenantId};
use crate::local_text::LocalText;
use crate::robot::Document;

/// A language, questions that ask for a person, and questions that name one and ask for something else.
type Row = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

#[rustfmt::skip]
const TABLE: [Row; 24] = [
    ("en",
        &["agent", "Human please!", "operator", "can I talk to a human", "I want to speak to a real person", "speak with an agent about my order", "My parcel is lost, agent please", "let me talk to someone", "how do I contact customer service?", "I don't want a bot. Give me a person.", "transfer me to a live agent", "is there a human I can talk to", "real human"],
        &["who is your insurance agent", "do you sell human hair", "agent of change", "I need an operator manual", "talk to human resources", "how do I become an agent", "I don't want to talk to a human", "are you a human?", "I need a person to water my plants", "do you know a real estate agent", "", "what does the agent see"]),
    ("zh",
        &["人工", "人工客服", "转人工", "我要真人客服", "请帮我转接人工服务", "能不能找个真人说话", "我的订单有问题，转人工", "有没有人工客服", "我想和真人聊", "机器人没用，给我转人工客服"],
        &["你们卖真人发吗", "有人工草皮吗", "人工智能是什么", "不要转人工", "真人秀几点开始", "人工客服几点上班", "我要人工草坪"]),
    ("tw",
        &["真人客服", "轉接真人", "我要找客服人員", "請幫我轉專人", "有真人嗎", "可不可以轉客服"],
        &["有真人髮嗎", "人工草皮多少錢", "不要轉真人", "客服幾點下班"]),
    ("vi",
        &["nhân viên", "tôi muốn nói chuyện với nhân viên", "gặp tư vấn viên", "cho tôi gặp người thật", "kết nối với tổng đài viên", "toi can gap nhan vien ho tro"],
        &["nhân viên có được giảm giá không", "cửa hàng có bao nhiêu nhân viên", "tôi không muốn nói chuyện với nhân viên"]),
    ("th",
        &["เจ้าหน้าที่", "ขอคุยกับเจ้าหน้าที่", "อยากคุยกับคนจริงๆ", "ติดต่อพนักงานหน่อยค่ะ", "โอนสายให้เจ้าหน้าที่"],
        &["พนักงานได้ส่วนลดไหม", "มีกี่คนในร้าน", "ไม่ต้องการคุยกับเจ้าหน้าที่"]),
    ("ar",
        &["موظف", "أريد التحدث مع موظف", "هل يمكنني التحدث إلى شخص حقيقي", "حولني إلى خدمة العملاء", "اريد اكلم موظف"],
        &["كم عدد الموظفين لديكم", "هل تبيعون شعر إنسان", "لا أريد التحدث مع موظف"]),
    ("bn",
        &["প্রতিনিধি", "আমি একজন মানুষের সাথে কথা বলতে চাই", "প্রতিনিধির সঙ্গে কথা বলব", "এজেন্ট দিন"],
        &["মানুষের চুল বিক্রি করেন কি", "কতজন কর্মী আছেন"]),
    ("de",
        &["Mitarbeiter", "Ich möchte mit einem Menschen sprechen", "Kann ich bitte mit einem Mitarbeiter reden?", "Verbinden Sie mich mit dem Kundenservice", "ich will einen echten Menschen", "Mein Paket fehlt, bitte mit jemandem sprechen"],
        &["Ich möchte Mitarbeiter werden", "Wie viele Mitarbeiter haben Sie?", "Verkaufen Sie Menschenhaar?", "Bekommen Mitarbeiter Rabatt?"]),
    ("es",
        &["agente", "quiero hablar con una persona", "¿Puedo hablar con un agente?", "necesito un humano", "páseme con un operador por favor", "hablar con alguien"],
        &["¿cuánto cabello humano venden?", "no quiero hablar con un agente", "¿cuántos empleados tienen?", "quiero ser agente"]),
    ("fa",
        &["اپراتور", "می‌خواهم با یک انسان صحبت کنم", "لطفا به کارشناس وصل کنید", "میخوام با پشتیبان حرف بزنم"],
        &["چند کارمند دارید", "موی انسان می‌فروشید؟", "نمی‌خواهم", "با انسان صحبت نمی‌خواهم"]),
    ("fil",
        &["ahente", "gusto kong makausap ang isang tao", "pwede bang makipag-usap sa ahente", "totoong tao po"],
        &["ilang tao ang kasya sa mesa", "ayaw kong makausap ang ahente", "magkano para sa limang tao"]),
    ("fr",
        &["conseiller", "je veux parler à un humain", "puis-je parler à quelqu'un ?", "passez-moi un agent s'il vous plaît", "mettez-moi en relation avec un conseiller", "je voudrais une vraie personne"],
        &["vendez-vous des cheveux humains", "combien d'agents avez-vous", "je ne veux pas parler à un conseiller", "une table pour une personne"]),
    ("ja",
        &["オペレーター", "担当者と話したい", "人間と話したいです", "オペレーターにつないでください", "有人チャット", "スタッフをお願いします", "注文の件で担当者に繋いで"],
        &["人間の髪はありますか", "スタッフは何人ですか", "担当者と話したくない"]),
    ("km",
        &["ភ្នាក់ងារ", "ខ្ញុំចង់និយាយជាមួយមនុស្ស", "សូមភ្ជាប់ទៅភ្នាក់ងារ"],
        &["មានបុគ្គលិកប៉ុន្មាននាក់", "ខ្ញុំមិនចង់និយាយជាមួយភ្នាក់ងារ"]),
    ("lo",
        &["ພະນັກງານ", "ຂ້ອຍຢາກລົມກັບພະນັກງານ", "ຂໍລົມກັບຄົນແດ່", "ຕິດຕໍ່ເຈົ້າໜ້າທີ່"],
        &["ມີພະນັກງານຈັກຄົນ", "ບໍ່ຕ້ອງການລົມກັບພະນັກງານ"]),
    ("ko",
        &["상담원", "상담원 연결해 주세요", "사람이랑 이야기하고 싶어요", "상담원과 통화하고 싶습니다", "주문 문제 때문에 상담원 연결 부탁드립니다", "직원 불러 주세요"],
        &["직원 할인 있나요", "사람 머리카락 파나요", "직원이 몇 명인가요", "상담원 연결 필요 없어요"]),
    ("ms",
        &["ejen", "saya mahu bercakap dengan manusia", "boleh saya bercakap dengan orang sebenar", "sambungkan saya kepada ejen", "nak cakap dengan ejen"],
        &["berapa orang pekerja di kedai", "saya tidak mahu bercakap dengan ejen", "meja untuk enam orang"]),
    ("my",
        &["ဝန်ထမ်း", "လူနဲ့ စကားပြောချင်ပါတယ်", "ဝန်ထမ်းနဲ့ ပြောချင်တယ်", "အေးဂျင့် ခေါ်ပေးပါ"],
        &["ဝန်ထမ်း ဘယ်နှစ်ယောက် ရှိလဲ", "လူ့ဆံပင် ရောင်းလား"]),
    ("nl",
        &["medewerker", "ik wil met een mens praten", "kan ik iemand spreken?", "verbind me door met een medewerker", "mag ik een echt persoon spreken"],
        &["hoeveel medewerkers heeft u", "verkoopt u mensenhaar", "krijgt een medewerker korting"]),
    ("pl",
        &["konsultant", "chcę rozmawiać z człowiekiem", "czy mogę porozmawiać z konsultantem?", "proszę połączyć mnie z agentem", "żywy człowiek"],
        &["ilu pracowników macie", "czy pracownik ma zniżkę", "nie chcę rozmawiać z konsultantem"]),
    ("pt",
        &["atendente", "quero falar com uma pessoa", "posso falar com um atendente?", "me transfira para um humano", "atendimento humano por favor"],
        &["vocês vendem cabelo humano", "quantos funcionários têm", "não quero falar com um atendente"]),
    ("ru",
        &["оператор", "хочу поговорить с человеком", "соедините с оператором, пожалуйста", "позовите живого человека", "мне нужен сотрудник"],
        &["сколько у вас сотрудников", "столик на пять человек", "продаёте волосы человека", "не хочу говорить с оператором"]),
    ("tr",
        &["temsilci", "bir insanla konuşmak istiyorum", "müşteri temsilcisine bağlanmak istiyorum", "canlı destek", "beni bir yetkiliye aktarın"],
        &["kaç çalışan var", "insan saçı satıyor musunuz", "temsilciyle görüşmek istemiyorum"]),
    ("zu",
        &["umeluleki", "ngifuna ukukhuluma nomuntu", "ngicela ukukhuluma nomeluleki", "umuntu wangempela"],
        &["umuntu ukhokha malini", "angifuni ukukhuluma nomeluleki"]),
];

#[test]
fn requests_for_a_person_are_recognised_in_every_language_and_other_questions_are_not() {
    let wrong = TABLE.iter().flat_map(|(language, asking, other)| {
        let asking = asking.iter().map(|text| (*text, true));
        let all = asking.chain(other.iter().map(|text| (*text, false)));
        all.filter(|(text, asks)| asks_for_person(text, &[]) != *asks)
            .map(move |(text, asks)| format!("{language} {asks}: {text}"))
    });
    let wrong: Vec<String> = wrong.collect();

    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_line_of_words_txt_has_a_known_kind_and_words() {
    let of_words = |line: &&str| !line.starts_with(['#', '[']) && !line.is_empty();
    for line in WORDS.lines().filter(of_words) {
        let (name, entries) = line.split_once(": ").expect("a name and words");
        assert!(Kind::named(name).is_some(), "{name}");
        for entry in entries.split_whitespace() {
            assert!(!units(entry).is_empty(), "{entry}");
        }
    }
}

#[test]
fn a_tenants_own_phrases_ask_for_a_person() {
    let own = ["Gärtner rufen".into(), "花匠".into()];

    assert!(asks_for_person("bitte einen GÄRTNER RUFEN!", &own));
    assert!(asks_for_person("我要花匠", &own));
    assert!(!asks_for_person("Gärtner", &own));
    assert!(!asks_for_person("bitte einen Gärtner rufen", &[]));
}

#[test]
fn a_long_text_is_no_request_for_a_person() {
    let long = format!("{} talk to a human", "word ".repeat(40));

    assert!(!asks_for_person(&long, &[]));
}

fn channel(receive_mode: ReceiveMode) -> ChannelConfig {
    let offers = TransferOffers {
        person: TransferOffer::Button,
        ..TransferOffers::default()
    };
    ChannelConfig {
        robot: Some(ChannelRobot {
            number: RobotNo::from("fern"),
            name: LocalText::default(),
            icon: None,
            welcome: LocalText::default(),
            offers,
        }),
        receive_mode,
        ..ChannelConfig::plain(TenantId::from("demo"), ChannelId::from("web"))
    }
}

fn replies(text: &str, receive_mode: ReceiveMode) -> (ReplyKind, TransferOffer, Option<DocId>) {
    let document = |id: &str, question: &str| Document {
        id: DocId::from(id),
        language: "en".into(),
        question: question.into(),
        similar: Vec::new(),
        answer: "…".into(),
    };
    let robot = Robot::index(vec![
        document("people", "Can I talk to a person?"),
        document("returns", "How do I return something?"),
    ]);
    let asked = Question {
        text,
        doc: None,
        language: "en",
    };
    let (reply, _) = robot.reply_on(&channel(receive_mode), &asked);
    (reply.kind, reply.offer, reply.doc)
}

#[test]
fn a_visitor_who_asks_for_a_person_is_offered_one_if_the_channel_has_agents() {
    assert_eq!(
        replies("get me a human", ReceiveMode::RobotFirst),
        (ReplyKind::Person, TransferOffer::Button, None)
    );
    assert_eq!(
        replies("get me a human", ReceiveMode::RobotOnly),
        (ReplyKind::Unknown, TransferOffer::None, None)
    );
}

#[test]
fn a_document_asked_for_word_for_word_comes_with_the_offer() {
    let people = Some(DocId::from("people"));

    assert_eq!(
        replies("can i talk to a person", ReceiveMode::RobotFirst),
        (ReplyKind::Answer, TransferOffer::Button, people)
    );
    assert_eq!(
        replies("How do I return something", ReceiveMode::RobotFirst),
        (
            ReplyKind::Answer,
            TransferOffer::None,
            Some(DocId::from("returns"))
        )
    );
}
