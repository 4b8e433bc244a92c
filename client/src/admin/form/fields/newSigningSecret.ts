/** A secret that signs requests: `whsec_` and 32 random bytes in base64, as Standard Webhooks wants it. */
export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
