//! getCustomerContext, and customerData/test.

use crate::helpers::{reads, writes, writes_other};
use actors_core::time::Timestamp;
use server::fixtures::findings::Flag;
use server::relay::customer::{CustomerContext, CustomerField, CustomerLink, NoContext};
use server::wire::customer::{
    CustomerContextRequest, CustomerContextResponse, CustomerTestRequest, CustomerTestResponse,
};

fn field(label: &str, value: &str) -> CustomerField {
    CustomerField {
        label: label.to_owned(),
        value: value.to_owned(),
    }
}

fn link(label: &str, url: &str) -> CustomerLink {
    CustomerLink {
        label: label.to_owned(),
        url: url.to_owned(),
    }
}

#[test]
fn what_a_shop_knows_of_a_customer_matches_the_golden_files() {
    let asked: CustomerContextRequest = reads("agent/getCustomerContext");
    assert_eq!(asked.refresh, Flag(false));
    let context = CustomerContext {
        fields: vec![field("Orders", "12"), field("Customer since", "March 2019")],
        links: vec![link(
            "Open in the shop",
            "https://shop.example.com/customers/4711",
        )],
        pictures: vec![link("Last order", "https://pictures.example.com/fern.jpg")],
        ..CustomerContext::default()
    };
    let at = Timestamp::from_millis(1_790_000_000_000);
    writes(
        "agent/getCustomerContext",
        &CustomerContextResponse::new(&context, at),
    );
    let failed = CustomerContextResponse::failed(&NoContext::TooSlow);
    writes_other("agent/getCustomerContext", "failed.json", &failed);
}

#[test]
fn a_trial_of_a_shops_system_matches_the_golden_files() {
    let asked: CustomerTestRequest = reads("admin/customerData/test");
    assert_eq!(asked.user_id, "4711");
    let context = CustomerContext {
        fields: vec![field("Orders", "12")],
        left_out: vec!["links[0].url must be an https address".to_owned()],
        ..CustomerContext::default()
    };
    let call = "admin/customerData/test";
    writes(call, &CustomerTestResponse::new(Ok(context), 84));
    let refused = CustomerTestResponse::new(Err(NoContext::Refused(401)), 31);
    writes_other(call, "refused.json", &refused);
}
