export default function BackofficeUsersScreen() {
  return <h1>BackofficeUsers</h1>
}
