/** Calls of the server, without a browser. */

export type Fields = Record<string, unknown>;

/** Calls the server, and returns the answer's data. A refusal is an error. */
export async function post(address: string, token: string, body: Fields): Promise<Fields> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}
