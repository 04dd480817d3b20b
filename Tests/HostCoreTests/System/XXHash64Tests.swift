import HostSystem
import Testing

@testable import HostCore

@Suite("The hash XXH64")
struct XXHash64Tests {
    private func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { XXHash64.hash($0) } }

    @Test("the hash equals the reference implementation's at every length that takes another path")
    func reference() {
        // python-xxhash 3 over the bytes 0, 1, 2, … 255.
        let table: [(Int, UInt64)] = [
            (0, 0xEF46_DB37_51D8_E999), (1, 0xE934_A84A_DB05_2768), (3, 0xE5C7_BB45_33BC_65DD),
            (4, 0xFFCE_D860_4453_CC1E), (5, 0xDD02_7438_6E26_030C), (7, 0x14CC_643F_630C_72D2),
            (8, 0x884A_1736_14B8_1B8D), (9, 0x67D8_5784_A7C7_8C5B), (12, 0x424A_F23F_1F08_DCA5),
            (13, 0x13D1_7C4C_7797_23A8), (31, 0xC346_D2B5_9B4D_8EE1), (32, 0xCBF5_9C51_16FF_32B4),
            (33, 0x0C53_5D1A_CAFB_8EAD), (36, 0xDDE0_EF85_E3AE_F05C), (39, 0x00A3_96EF_1679_A859),
            (40, 0xF5DA_40F1_B117_41E9), (63, 0xE26A_A9E2_A95F_8E4F), (64, 0xF7C6_7301_DB67_13F0),
            (65, 0xC31E_B63B_2AE4_465B), (100, 0x6AC1_E580_3216_6597), (255, 0x0F7D_9750_7CAA_D693),
            (256, 0x1FAC_BE84_06CD_904B),
        ]
        for (count, expected) in table {
            #expect(hash(Array((0...255 as ClosedRange<UInt8>).prefix(count))) == expected, "\(count) bytes")
        }
        #expect(hash(Array("Nobody inspects the spammish repetition".utf8)) == 0xFBCE_A83C_8A37_8BF1)
    }

    @Test("a change of any one byte changes the hash, and the place of the bytes in memory does not")
    func changes() {
        let bytes = (0..<100).map { UInt8($0) }
        let expected = hash(bytes)
        for index in bytes.indices {
            for change in [1, 0x80, 0xFF] as [UInt8] {
                var other = bytes
                other[index] ^= change
                #expect(hash(other) != expected)
            }
        }
        for shift in 1...8 {
            let moved = [UInt8](repeating: 9, count: shift) + bytes
            #expect(moved[shift...].withUnsafeBytes { XXHash64.hash($0) } == expected)
        }
    }
}
