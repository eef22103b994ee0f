export default function BankMappingScreen() {
  return <h1>BankMapping</h1>
}
