/// The host's number for a screen: never 0, never used twice.
package typealias ScreenID = UInt64
