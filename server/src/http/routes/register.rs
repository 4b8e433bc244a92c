//! Registers calls and pages: on a server, or as a list of paths.

use crate::error::ApiError;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, Resource, Responder};

/// Registers calls.
pub(super) trait Register {
    /// Registers `handler` for a POST to `path`.
    fn post<F, Args>(&mut self, path: &'static str, handler: F) -> &mut Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static;
}

impl Register for ServiceConfig {
    fn post<F, Args>(&mut self, path: &'static str, handler: F) -> &mut Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.service(post(path, handler))
    }
}

/// Collects the paths without serving them.
pub(super) struct PathList {
    pub(super) scope: &'static str,
    pub(super) paths: Vec<String>,
}

impl Register for PathList {
    fn post<F, Args>(&mut self, path: &'static str, _: F) -> &mut Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.paths.push(format!("{}{path}", self.scope));
        self
    }
}

fn post<F, Args>(path: &'static str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path)
        .route(web::post().to(handler))
        .default_service(web::to(|| async { only("POST") }))
}

/// A page. HEAD answers as GET does.
pub(super) fn get<F, Args>(path: &'static str, handler: F) -> Resource
where
    F: Handler<Args> + Clone,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path)
        .route(web::get().to(handler.clone()))
        .route(web::head().to(handler))
        .default_service(web::to(|| async { only("GET, HEAD") }))
}

/// Refuses every other method.
pub(super) fn only(methods: &'static str) -> Result<&'static str, ApiError> {
    Err(ApiError::MethodNotAllowed(methods))
}
