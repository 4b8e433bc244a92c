/** The account beside a password field. It is hidden: password managers keep it with the password. */
export function AccountOfPassword({ account }: { account: string }) {
  return <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />;
}
