//! The requests of the handshake era.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::dispatch::{Reply, no_method};
use super::outlet::Outlet;
use super::session::Session;
use crate::protocol::Method;
use crate::protocol::jsonrpc::{INVALID_REQUEST, RequestId};
use crate::protocol::lifecycle::{InitializeResult, ServerCapabilities, Version, read_initialize};
use crate::protocol::meta::{invalid_params, read};
use crate::task::ErrorBody;
use crate::tool::LogLevel;

impl Session {
    pub(super) async fn legacy(
        self: &Arc<Self>,
        id: RequestId,
        version: Version,
        name: &str,
        params: Option<&RawValue>,
        outlet: &Outlet,
    ) -> Reply {
        let tasks = self.core.has_tasks();
        match Method::parse(name) {
            Some(Method::Initialize) => self.initialize(&id, params),
            Some(Method::Ping) => Reply::result(&id, &json!({})),
            Some(Method::ToolsList) => self.list_tools(&id, version, params),
            Some(Method::ToolsCall) => self.call_tool(id, version, params, outlet).await,
            Some(Method::SetLevel) => Reply::of(&id, self.set_level(params)),
            Some(Method::TasksGet) if tasks => self.get_task(&id, version, params).await,
            Some(Method::TasksResult) if tasks => {
                self.task_result(id, version, params, outlet).await
            }
            Some(Method::TasksList) if tasks => self.list_tasks(&id, version, params).await,
            Some(Method::TasksDelete) if tasks => self.delete_task(&id, version, params).await,
            Some(Method::TasksCancel) if tasks && version.has_tasks() => {
                self.cancel_task(&id, params).await
            }
            _ => no_method(&id, name),
        }
    }

    pub(super) fn initialize(&self, id: &RequestId, params: Option<&RawValue>) -> Reply {
        let peer = match read_initialize(params) {
            Ok(peer) => peer,
            Err(error) => return Reply::error(id, &error),
        };
        let version = peer.version;
        if !self.agree(peer) {
            let message = "Invalid request: the connection is initialized already";
            return Reply::error(id, &ErrorBody::new(INVALID_REQUEST, message));
        }
        let (core, lists) = (&self.core, self.identity.is_known);
        let result = InitializeResult {
            protocol_version: version.as_str(),
            capabilities: ServerCapabilities::within(version, core.has_tasks(), lists),
            server_info: core.info.within(version),
            instructions: core.instructions.as_deref(),
        };
        Reply::result(id, &result)
    }

    fn list_tools(&self, id: &RequestId, version: Version, params: Option<&RawValue>) -> Reply {
        let tools = self.core.tools();
        let page = tools.page(Some(version), params, self.core.settings.page_size);
        Reply::of(id, page)
    }

    fn set_level(&self, params: Option<&RawValue>) -> Result<serde_json::Value, ErrorBody> {
        #[derive(Deserialize)]
        struct Params {
            level: LogLevel,
        }
        let params = params.ok_or_else(|| invalid_params("`level` is missing"))?;
        self.set_log_level(read::<Params>(params)?.level);
        Ok(json!({}))
    }
}
