//! Subscriptions.

use serde_json::{Value, json};

use crate::protocol::catalog::List;
use crate::protocol::jsonrpc::{INVALID_PARAMS, RequestId};
use crate::protocol::testing::{V2026_07_28, assert_valid, parse, raw, server};
use crate::protocol::v2026_07_28::listen::{self, Filter};

#[test]
fn j40_wishes_are_read_and_acknowledged() {
    let params = raw(&json!({ "notifications": {
        "toolsListChanged": true, "promptsListChanged": false, "taskIds": ["a", "gone"],
        "unknown": 1
    } }));
    let mut filter = Filter::read(Some(&params)).unwrap();
    assert!(filter.tools_list_changed && !filter.prompts_list_changed);
    assert_eq!(filter.task_ids.len(), 2);
    filter.task_ids.pop();
    let message = parse(&listen::acknowledged(
        &RequestId::Text("L1".into()),
        &filter,
    ));
    let expected = json!({
        "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
        "params": {
            "notifications": { "toolsListChanged": true, "taskIds": ["a"] },
            "_meta": { "io.modelcontextprotocol/subscriptionId": "L1" }
        }
    });
    assert_eq!(message, expected);
    for wrong in [
        json!({}),
        json!({ "notifications": [1] }),
        json!({ "notifications": { "toolsListChanged": "yes" } }),
        json!({ "notifications": { "taskIds": [1] } }),
    ] {
        let error = Filter::read(Some(&raw(&wrong))).unwrap_err();
        assert_eq!(error.code, INVALID_PARAMS, "{wrong}");
    }
}

#[test]
fn j41_the_id_of_a_subscription_keeps_its_type() {
    let all = Filter {
        tools_list_changed: true,
        prompts_list_changed: true,
        resources_list_changed: true,
        resource_subscriptions: vec!["file:///a".to_owned()],
        task_ids: vec!["a".into()],
    };
    let ids = [RequestId::Text("1".into()), RequestId::Int(1)];
    for (id, written) in ids.into_iter().zip([json!("1"), json!(1)]) {
        let tagged = |message: &Value, part: &str| {
            let id = &message[part]["_meta"]["io.modelcontextprotocol/subscriptionId"];
            assert_eq!(*id, written, "{message}");
        };
        for list in [List::Tools, List::Prompts, List::Resources] {
            let message = parse(&listen::list_changed(list, &id));
            assert_valid(&V2026_07_28, "ListChangedNotification", &message);
            tagged(&message, "params");
        }
        let message = parse(&listen::acknowledged(&id, &all));
        assert_valid(
            &V2026_07_28,
            "SubscriptionsAcknowledgedNotification",
            &message,
        );
        tagged(&message, "params");
        let message = parse(&listen::torn_down(&id));
        assert_valid(&V2026_07_28, "CancelledNotification", &message);
        assert_eq!(message["params"]["requestId"], written, "J-44");
        let message = parse(&listen::ended(&id, &server()));
        assert_valid(
            &V2026_07_28,
            "SubscriptionsListenResult",
            &message["result"],
        );
        tagged(&message, "result");
        assert_eq!(message["id"], written, "J-43");
    }
}
