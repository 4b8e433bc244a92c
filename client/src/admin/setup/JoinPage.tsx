export default function JoinPage() {
  return null;
}
