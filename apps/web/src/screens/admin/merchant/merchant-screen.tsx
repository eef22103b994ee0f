export default function MerchantScreen() {
  return <h1>Merchant</h1>
}
