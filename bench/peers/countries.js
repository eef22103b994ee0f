export const countries = ['DE', 'ES', 'FI', 'FR', 'GB', 'IT', 'NL', 'NO', 'PL', 'SE'].map((id) => ({
  id,
  name: id,
}))
