export default function AuditLogScreen() {
  return <h1>AuditLog</h1>
}
