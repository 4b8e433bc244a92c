/** How a shop's server makes a visitor's `userHash`: Protocol, 'Visitor identity'. */

export type SampleId = "node" | "php" | "python" | "rust";

export const SAMPLES: readonly { id: SampleId; name: string; code: string }[] = [
  {
    id: "node",
    name: "Node",
    code: `import { createHmac } from "node:crypto";

const secret = process.env.FRONTDESK_IDENTITY_SECRET;
const userHash = createHmac("sha256", secret).update(userId).digest("hex");`,
  },
  {
    id: "php",
    name: "PHP",
    code: `$secret = getenv('FRONTDESK_IDENTITY_SECRET');
$userHash = hash_hmac('sha256', $userId, $secret);`,
  },
  {
    id: "python",
    name: "Python",
    code: `import hashlib
import hmac
import os

secret = os.environ["FRONTDESK_IDENTITY_SECRET"].encode()
user_hash = hmac.new(secret, user_id.encode(), hashlib.sha256).hexdigest()`,
  },
  {
    id: "rust",
    name: "Rust",
    code: `// cargo add hmac@0.13 sha2@0.11 hex
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

let secret = std::env::var("FRONTDESK_IDENTITY_SECRET")?;
let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
mac.update(user_id.as_bytes());
let user_hash = hex::encode(mac.finalize().into_bytes());`,
  },
];

export const IDENTIFY = `const chat = load({ host, channelId });
chat.identify({ userId, userHash, userName });`;
