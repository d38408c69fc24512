export const labelColors = [
  '#2f80ed',
  '#27ae60',
  '#f2994a',
  '#eb5757',
  '#9b51e0',
  '#00a3a3',
  '#d4a017',
  '#8e8e93',
] as const
