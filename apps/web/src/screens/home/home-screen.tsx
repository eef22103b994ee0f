import { Page } from '../../ui/page.tsx'

export default function HomeScreen() {
  return <Page title="Home">Home</Page>
}
