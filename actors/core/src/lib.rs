//! The pure machines of the product: session, router, desk and robot. They decide; nothing here waits.
