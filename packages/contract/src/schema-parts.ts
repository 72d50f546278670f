/** Parts that many schemas have. */
import Type from 'typebox';

export const closed = { additionalProperties: false };

export const text = (description: string) => Type.String({ description });
export const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const integer = (description: string) => Type.Integer({ description });
export const boolean = (description: string) => Type.Boolean({ description });
export const message = text('One sentence about the outcome.');
