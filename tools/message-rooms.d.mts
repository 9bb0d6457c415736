/** The names of the rooms that lie in a folder of the English messages, of this project or under `messages`. */
export function roomsIn(folder: string, messages?: string): string[];
/** The text of the module. */
export function generateRooms(): string;
/** Writes the module where it is not what the English messages give; a reader never sees half of it. */
export function writeRooms(): void;
