export function locked<T>(file: string, what: string, work: () => T | Promise<T>): Promise<T>;
