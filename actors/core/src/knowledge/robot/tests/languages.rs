//! Every language of the product, without a dictionary.

use super::written;
use crate::robot::{Answer, Question, Robot};
use unicode_segmentation::UnicodeSegmentation;

/// Three questions in each language: about opening hours, repotting and paying by invoice.
const LANGUAGES: [(&str, [&str; 3]); 24] = [
    (
        "zh",
        [
            "周末你们几点开门？",
            "怎么给植物换一个大花盆？",
            "可以用发票付款吗？",
        ],
    ),
    (
        "en",
        [
            "When do you open at the weekend?",
            "How do I repot a plant?",
            "Can I pay by invoice?",
        ],
    ),
    (
        "vi",
        [
            "Cuối tuần mấy giờ cửa hàng mở cửa?",
            "Làm sao để thay chậu cho cây?",
            "Tôi trả bằng hóa đơn được không?",
        ],
    ),
    (
        "th",
        [
            "วันหยุดร้านเปิดกี่โมง",
            "เปลี่ยนกระถางต้นไม้อย่างไร",
            "จ่ายด้วยใบแจ้งหนี้ได้ไหม",
        ],
    ),
    (
        "ar",
        [
            "متى يفتح المتجر في عطلة الأسبوع؟",
            "كيف أنقل النبتة إلى أصيص أكبر؟",
            "هل يمكنني الدفع بالفاتورة؟",
        ],
    ),
    (
        "bn",
        [
            "সপ্তাহান্তে দোকান কখন খোলে?",
            "গাছের টব কীভাবে বদলাব?",
            "চালানে টাকা দেওয়া যায়?",
        ],
    ),
    (
        "de",
        [
            "Wann öffnet ihr am Wochenende?",
            "Wie topfe ich eine Pflanze um?",
            "Kann ich auf Rechnung zahlen?",
        ],
    ),
    (
        "es",
        [
            "¿A qué hora abren el fin de semana?",
            "¿Cómo trasplanto una planta?",
            "¿Puedo pagar con factura?",
        ],
    ),
    (
        "fa",
        [
            "آخر هفته فروشگاه کی باز می‌شود؟",
            "چگونه گلدان گیاه را عوض کنم؟",
            "می‌توانم با صورتحساب بپردازم؟",
        ],
    ),
    (
        "fil",
        [
            "Anong oras kayo nagbubukas tuwing Sabado?",
            "Paano ilipat ang halaman sa mas malaking paso?",
            "Puwede bang magbayad sa resibo?",
        ],
    ),
    (
        "fr",
        [
            "À quelle heure ouvrez-vous le samedi ?",
            "Comment rempoter une plante ?",
            "Puis-je payer sur facture ?",
        ],
    ),
    (
        "ja",
        [
            "週末は何時に開店しますか？",
            "植物の鉢を大きくするには？",
            "請求書で支払えますか？",
        ],
    ),
    (
        "km",
        [
            "ចុងសប្តាហ៍ហាងបើកម៉ោងប៉ុន្មាន",
            "តើប្តូរផើងរុក្ខជាតិដោយរបៀបណា",
            "បង់ប្រាក់តាមវិក្កយបត្របានទេ",
        ],
    ),
    (
        "lo",
        [
            "ທ້າຍອາທິດຮ້ານເປີດຈັກໂມງ",
            "ປ່ຽນກະຖາງຕົ້ນໄມ້ແນວໃດ",
            "ຈ່າຍດ້ວຍໃບເກັບເງິນໄດ້ບໍ່",
        ],
    ),
    (
        "ko",
        [
            "주말에는 몇 시에 문을 여나요?",
            "식물 화분은 어떻게 갈아 주나요?",
            "청구서로 결제할 수 있나요?",
        ],
    ),
    (
        "ms",
        [
            "Pukul berapa kedai dibuka hujung minggu?",
            "Bagaimana menukar pasu tumbuhan?",
            "Bolehkah saya membayar dengan invois?",
        ],
    ),
    (
        "my",
        [
            "စနေနေ့ ဆိုင်ဘယ်အချိန်ဖွင့်သလဲ",
            "အပင်ကိုအိုးပြောင်းစိုက်နည်း",
            "ငွေတောင်းခံလွှာဖြင့်ပေးချေနိုင်မလား",
        ],
    ),
    (
        "nl",
        [
            "Hoe laat gaan jullie in het weekend open?",
            "Hoe verpot ik een plant?",
            "Kan ik op factuur betalen?",
        ],
    ),
    (
        "pl",
        [
            "O której otwieracie w weekend?",
            "Jak przesadzić roślinę?",
            "Czy mogę zapłacić fakturą?",
        ],
    ),
    (
        "pt",
        [
            "A que horas abrem ao fim de semana?",
            "Como transplanto uma planta?",
            "Posso pagar com fatura?",
        ],
    ),
    (
        "ru",
        [
            "Во сколько вы открываетесь в выходные?",
            "Как пересадить растение?",
            "Можно оплатить по счёту?",
        ],
    ),
    (
        "tr",
        [
            "Hafta sonu saat kaçta açılıyorsunuz?",
            "Bitkinin saksısını nasıl değiştiririm?",
            "Faturayla ödeyebilir miyim?",
        ],
    ),
    (
        "tw",
        [
            "週末你們幾點開門？",
            "怎麼給植物換一個大花盆？",
            "可以用發票付款嗎？",
        ],
    ),
    (
        "zu",
        [
            "Nivula nini ngempelasonto?",
            "Ngisitshala kanjani isitshalo embizeni?",
            "Ngingakhokha nge-invoyisi na?",
        ],
    ),
];

fn robot(language: &str, questions: &[&str; 3]) -> Robot {
    let ids = ["opening", "repotting", "invoice"].iter();
    let documents = ids
        .zip(questions)
        .map(|(id, question)| written(id, language, &[question], ""));
    Robot::index(documents.collect())
}

/// The question without its middle character.
fn mistyped(question: &str) -> String {
    let signs: Vec<&str> = question.graphemes(true).collect();
    let middle = signs.len() / 2;
    [&signs[..middle], &signs[middle + 1..]].concat().concat()
}

#[test] // [RB-02]
fn in_every_language_a_question_is_found_word_for_word_and_with_a_typing_error() {
    for (language, questions) in LANGUAGES {
        let robot = robot(language, &questions);
        for (id, question) in ["opening", "repotting", "invoice"].iter().zip(questions) {
            let ask = |text: &str| match robot.answer(&Question {
                text,
                doc: None,
                language,
            }) {
                Answer::Answered { doc, score, .. } => (doc.id.to_string(), score),
                other => panic!("{language} {text}: {other:?}"),
            };
            assert_eq!(ask(question), ((*id).to_owned(), 1.0), "{language}");
            let (found, score) = ask(&mistyped(question));
            assert_eq!(found, *id, "{language}");
            assert!(
                score < 1.0,
                "{language}: a typing error is not word for word"
            );
        }
    }
}

/// The same question twice in one language: in another script or with other letters.
const BOTH_WAYS: [(&str, &str, &str); 6] = [
    ("zh", "网上订单的运费怎么计算？", "網上訂單的運費怎麼計算"),
    ("zh", "忘记了账户密码怎么办？", "忘記了帳戶密碼怎麼辦？"),
    ("tw", "請問發票後面寫著什麼？", "请问发票后面写着什么"),
    (
        "ja",
        "ギフトカードを使えますか？",
        "ぎふとかーどを使えますか",
    ),
    ("ja", "キャンセルしたい", "ｷｬﾝｾﾙしたい"),
    ("ar", "أين طلبيّتي؟", "اين طلبيتى"),
];

fn answered<'a>(robot: &'a Robot, text: &str, language: &str) -> &'a str {
    match robot.answer(&Question {
        text,
        doc: None,
        language,
    }) {
        Answer::Answered { doc, .. } => doc.id.as_str(),
        other => panic!("{language} {text}: {other:?}"),
    }
}

#[test] // [RB-02]
fn a_question_is_found_in_either_script_or_width() {
    for (language, known, asked) in BOTH_WAYS {
        let documents =
            ["植物", "らくだ", "نبات"].map(|other| written(other, language, &[other], ""));
        for (known, asked) in [(known, asked), (asked, known)] {
            let wanted = written("wanted", language, &[known], "");
            let robot = Robot::index([&documents[..], &[wanted]].concat());
            let part: String = asked.graphemes(true).skip(1).collect();
            let typed: String = asked.graphemes(true).take(4).collect();

            assert_eq!(answered(&robot, asked, language), "wanted", "{asked}");
            assert_eq!(answered(&robot, &part, language), "wanted", "{part}");
            assert_eq!(
                robot.tips(&typed, language)[0].doc.as_str(),
                "wanted",
                "{typed}"
            );
        }
    }
}

#[test] // [RB-05]
fn in_every_language_the_first_characters_of_a_question_find_its_tip() {
    for (language, questions) in LANGUAGES {
        let robot = robot(language, &questions);
        for (id, question) in ["opening", "repotting", "invoice"].iter().zip(questions) {
            let typed: String = question.graphemes(true).take(7).collect();

            let tips = robot.tips(&typed, language);

            assert_eq!(tips[0].doc.as_str(), *id, "{language} {typed}");
            let marked = &tips[0].question[tips[0].matched.clone()];
            assert!(
                !marked.is_empty() && question.contains(marked),
                "{language} {typed}"
            );
        }
    }
}
