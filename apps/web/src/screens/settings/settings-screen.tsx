import { Page } from '../../ui/page.tsx'

export default function SettingsScreen() {
  return <Page title="Settings">Settings</Page>
}
