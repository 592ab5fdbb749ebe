export const allowed = {};
