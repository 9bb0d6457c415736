// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The list of accounts that joined. One function, which moves nothing: it takes no coins, calls no token, and asks for no
/// approval. Nobody owns it, nobody can change it, and each account joins once.
contract JoinRegistry {
    event Joined(address indexed account);

    error AlreadyJoined(address account);

    mapping(address account => bool) public hasJoined;

    /// Enters the caller.
    function join() external {
        if (hasJoined[msg.sender]) revert AlreadyJoined(msg.sender);
        hasJoined[msg.sender] = true;
        emit Joined(msg.sender);
    }
}
